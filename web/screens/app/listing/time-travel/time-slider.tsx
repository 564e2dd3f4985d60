import { useEffect, useId, useRef, useState } from "react";

import { Button } from "../../../../components/button.tsx";
import { addDays, daysApart } from "../../../../format/days.ts";
import { formatDay } from "../../../../format/times.ts";
import { describeDay, markAfter, markBefore } from "./day-marks.ts";
import styles from "./time-slider.module.css";
import type { KnownDays } from "./use-day-marks.ts";

/** While the slider is moved, no day is read. */
const PAUSE_MS = 250;
const TICK_HEIGHT = 10;

type TimeSliderProps = {
  readonly label: string;
  readonly days: KnownDays;
  readonly value: string;
  readonly onChange: (day: string) => void;
};

/** Moves through the known days. Days with changes are marked, and the buttons lead from one to the next. */
export function TimeSlider({ label, days: { first, last, marks }, value, onChange }: TimeSliderProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const count = daysApart(first, last);
  if (count < 1) return null;
  const shown = within(draft ?? value, first, last);
  const [before, after] = [markBefore(marks, shown), markAfter(marks, shown)];
  const choose = (day: string, pauseMs = 0) => {
    clearTimeout(timer.current);
    setDraft(day);
    timer.current = setTimeout(() => {
      setDraft(undefined);
      onChange(day);
    }, pauseMs);
  };
  return (
    <div className={styles.slider}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p className={styles.day}>
          <strong>{formatDay(shown)}</strong> <span className={styles.what}>{describeDay(marks, shown)}</span>
        </p>
        <span className={styles.turn}>
          <Button size="small" isDisabled={before === undefined} onPress={() => before && choose(before.day)}>
            <span aria-hidden="true">‹</span> Earlier change
          </Button>
          <Button size="small" isDisabled={after === undefined} onPress={() => after && choose(after.day)}>
            Later change <span aria-hidden="true">›</span>
          </Button>
        </span>
      </div>
      <div className={styles.row}>
        <span className={styles.end}>{formatDay(first)}</span>
        <div className={styles.track}>
          <svg
            aria-hidden="true"
            className={styles.ticks}
            viewBox={`0 0 ${count} ${TICK_HEIGHT}`}
            preserveAspectRatio="none"
          >
            {marks
              .filter(({ day }) => day >= first && day <= last)
              .map(({ day }) => {
                const x = daysApart(first, day);
                return <line key={day} x1={x} x2={x} y1={0} y2={TICK_HEIGHT} vectorEffect="non-scaling-stroke" />;
              })}
          </svg>
          <input
            id={id}
            type="range"
            className={styles.range}
            min={0}
            max={count}
            value={daysApart(first, shown)}
            aria-valuetext={`${formatDay(shown)}. ${describeDay(marks, shown)}`}
            onChange={({ target }) => choose(addDays(first, Number(target.value)), PAUSE_MS)}
          />
        </div>
        <span className={styles.end}>{formatDay(last)}</span>
      </div>
    </div>
  );
}

function within(day: string, first: string, last: string): string {
  if (day < first) return first;
  return day > last ? last : day;
}
