import type { PointerEvent } from "react";
import { classNames } from "../../../format/class-names.ts";
import { type DayScale, xOfPlace } from "../../../plots/day-scale.ts";
import type { LaneMark } from "./lane-marks.ts";
import styles from "./mark-lane.module.css";
import { packMarks } from "./pack-marks.ts";

type MarkLaneProps = {
  readonly name: string;
  readonly marks: readonly LaneMark[];
  readonly scale: DayScale;
  readonly chosen: string | undefined;
  readonly onPoint: (place: number) => void;
  readonly onChoose: (place: number) => void;
  /** Dots are enough where the lane is about others. */
  readonly isPlain?: boolean;
  /** The lane shows this text if there are no marks. */
  readonly none: string;
};

const ROWS_MAX = 4;
const CHARACTER_PX = 7.2;
const MARK_PADDING_PX = 26;
const MARK_MAX_PX = 176;
const DOT_PX = 14;
const stop = (event: PointerEvent) => event.stopPropagation();

/** A mark for each day that has something. If the texts do not fit, the marks are dots. */
export function MarkLane(props: MarkLaneProps) {
  const { name, marks, scale, chosen, isPlain = false } = props;
  const frame = scale.left + scale.width;
  const widthOf = (text: string) => Math.min(MARK_MAX_PX, text.length * CHARACTER_PX + MARK_PADDING_PX);
  const named = isPlain
    ? undefined
    : packMarks(
        marks.map(({ place, text }) => ({ x: xOfPlace(scale, place), width: widthOf(text) })),
        frame,
        ROWS_MAX,
      );
  const rows = named?.rows ?? 1;
  return (
    <div className={styles.lane}>
      <p className={styles.name}>{name}</p>
      {marks.length === 0 && <p className={styles.none}>{props.none}</p>}
      {scale.width > 0 && marks.length > 0 && (
        <div className={classNames(styles.marks, styles[`rows${rows}`])}>
          {marks.map(({ day, place, text, label, kind }, index) => {
            const placed = named?.places[index];
            return (
              <button
                key={day}
                type="button"
                // The arrow keys reach each day of the axis.
                tabIndex={-1}
                className={classNames(
                  placed === undefined ? styles.dot : styles.mark,
                  placed !== undefined && styles[`row${placed.row}`],
                  styles[kind],
                )}
                style={
                  placed === undefined
                    ? { left: xOfPlace(scale, place) - DOT_PX / 2 }
                    : { left: placed.left, width: widthOf(text) }
                }
                aria-label={label}
                aria-pressed={day === chosen}
                onPointerDown={stop}
                onPointerUp={stop}
                onPointerMove={(event) => {
                  stop(event);
                  props.onPoint(place);
                }}
                onClick={() => props.onChoose(place)}
              >
                {placed !== undefined && <bdi className={styles.text}>{text}</bdi>}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
