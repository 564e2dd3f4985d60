import { useMemo, useRef, useState } from "react";

import { Button } from "../../../components/button.tsx";
import { useWidth } from "../../../hooks/use-width.ts";
import { type DayScale, xOfPlace } from "../../../plots/day-scale.ts";
import { endWidthOf } from "../../../plots/end-labels.ts";
import { LanePlot } from "../../../plots/lane-plot.tsx";
import { DayTooltip } from "./day-tooltip.tsx";
import { marksOfEvents, marksOfNotes } from "./lane-marks.ts";
import { MarkLane } from "./mark-lane.tsx";
import { sayDay } from "./say-day.ts";
import styles from "./timeline.module.css";
import type { TimelineData } from "./timeline-data.ts";
import { TimelineTable } from "./timeline-table.tsx";
import { useDayCursor } from "./use-day-cursor.ts";

type TimelineProps = {
  readonly data: TimelineData;
  readonly chosen: string | undefined;
  readonly onChoose: (day: string) => void;
  readonly onZoom: (first: string, last: string) => void;
};

const NO_CHANGE = "No change in these days.";
const AXIS_PX = 52;
/** The tooltip is beside the cursor, on the side with more space. */
const TOOLTIP_GAP_PX = 12;

export function Timeline({ data, chosen, onChoose, onZoom }: TimelineProps) {
  const { days, lanes, own, ofRivals, notes } = data;
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const endWidth = endWidthOf(lanes, width);
  const scale: DayScale = { left: AXIS_PX, width: Math.max(0, width - AXIS_PX - endWidth), count: days.length };
  const [isTableShown, setTableShown] = useState(false);
  const { cursor, show, handlers } = useDayCursor({
    scale,
    start: data.lastKnown,
    onChoose: (place) => onChoose(days[place] ?? ""),
    onZoom: (first, last) => onZoom(days[first] ?? "", days[last] ?? ""),
  });
  const choosePlace = (place: number) => onChoose(days[place] ?? "");
  const plots = useMemo(
    () =>
      lanes.map((lane, index) => (
        <LanePlot
          key={lane.key}
          lane={lane}
          days={days}
          marked={data.marked}
          axisWidth={AXIS_PX}
          endWidth={endWidth}
          hasDays={index === lanes.length - 1}
        />
      )),
    [lanes, days, data.marked, endWidth],
  );
  const shared = { scale, chosen, onPoint: show, onChoose: choosePlace };
  return (
    <div className={styles.timeline}>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: an application takes the arrow keys */}
      <div
        ref={area}
        role="application"
        aria-roledescription="timeline"
        aria-label="Timeline. The arrow keys move through the days, Enter shows the listing of a day, plus zooms in."
        tabIndex={0}
        className={styles.area}
        {...handlers}
      >
        <MarkLane name="Changes" marks={marksOfEvents(days, own)} none={NO_CHANGE} {...shared} />
        {data.hasRivals && (
          <MarkLane
            name="Competitors’ changes"
            marks={marksOfEvents(days, ofRivals)}
            none={NO_CHANGE}
            isPlain
            {...shared}
          />
        )}
        {notes.size > 0 && (
          <MarkLane name="Notes" marks={marksOfNotes(days, notes)} none="No note of these days." {...shared} />
        )}
        {plots}
        <Cursor data={data} scale={scale} width={width} chosen={chosen} cursor={cursor} />
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: it ends here */}
      <p className={styles.hidden} aria-live="polite">
        {cursor.isByKeyboard && cursor.place !== null ? sayDay(data.factsOf(cursor.place)) : ""}
      </p>
      <Button size="small" variant="quiet" isExpanded={isTableShown} onPress={() => setTableShown(!isTableShown)}>
        {isTableShown ? "Hide table" : "Show table"}
      </Button>
      {isTableShown && <TimelineTable data={data} />}
    </div>
  );
}

type CursorProps = Pick<TimelineProps, "data" | "chosen"> & {
  readonly scale: DayScale;
  /** The width of the whole area, in pixels. */
  readonly width: number;
  readonly cursor: ReturnType<typeof useDayCursor>["cursor"];
};

function Cursor({ data, scale, width, chosen, cursor: { place, drag } }: CursorProps) {
  const chosenPlace = chosen === undefined ? -1 : data.days.indexOf(chosen);
  if (scale.width === 0) return null;
  const isLate = place !== null && xOfPlace(scale, place) > scale.left + scale.width / 2;
  return (
    <>
      {chosenPlace >= 0 && <span className={styles.chosen} style={{ left: xOfPlace(scale, chosenPlace) }} />}
      {drag !== null && (
        <span
          className={styles.drag}
          style={{ left: Math.min(...drag), width: Math.abs(drag[1] - drag[0]) }}
          aria-hidden="true"
        />
      )}
      {place !== null && (
        <>
          <span className={styles.cursor} style={{ left: xOfPlace(scale, place) }} aria-hidden="true" />
          <div
            className={styles.tooltip}
            style={
              isLate
                ? { right: width - xOfPlace(scale, place) + TOOLTIP_GAP_PX }
                : { left: xOfPlace(scale, place) + TOOLTIP_GAP_PX }
            }
          >
            <DayTooltip facts={data.factsOf(place)} />
          </div>
        </>
      )}
    </>
  );
}
