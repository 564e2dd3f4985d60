import { type KeyboardEvent, useCallback, useContext, useId, useMemo, useRef, useState } from "react";
import type uPlot from "uplot";
import { Button } from "../components/button.tsx";
import { CsvButton } from "../components/csv/csv-button.tsx";
import { formatDay } from "../format/times.ts";
import { movedPlace, placeWithin } from "./cursor-keys.ts";
import { NoteList } from "./note-list.tsx";
import { PlotCanvas } from "./plot-canvas.tsx";
import { SERIES_MAX } from "./plot-colors.ts";
import { dayNumber, lastValuePlace } from "./plot-data.ts";
import styles from "./plot-figure.module.css";
import type { LinePlotProps } from "./plot-input.ts";
import { PlotLegend } from "./plot-legend.tsx";
import { notesOfDays, PlotNotes } from "./plot-notes.ts";
import { plotRows } from "./plot-rows.ts";
import { PlotTable } from "./plot-table.tsx";

export function PlotFigure(props: LinePlotProps) {
  const { title, summary, days, format } = props;
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const plot = useRef<uPlot>(null);
  const [moved, setPlace] = useState<number | null>(null);
  const [spoken, setSpoken] = useState("");
  const [isTableShown, setIsTableShown] = useState(false);
  const input = usePlotInput(props);
  const { series } = input;
  const onCursor = useCallback((next: number | null) => setPlace(next), []);
  const place = placeWithin(moved, days.length);
  const shownPlace = place ?? lastValuePlace(series, days.length);

  const moveCursor = (event: KeyboardEvent) => {
    const next = movedPlace(event, place, { count: days.length, start: shownPlace });
    if (next === undefined) return;
    event.preventDefault();
    const left = next === null ? -10 : (plot.current?.valToPos(dayNumber(days[next] ?? ""), "x") ?? -10);
    plot.current?.setCursor({ left, top: next === null ? -10 : 10 });
    setPlace(next);
    setSpoken(next === null ? "" : sayDay(days[next] ?? "", next, input));
  };

  return (
    <figure ref={figure} className={styles.figure} aria-labelledby={`${id}-title`} aria-describedby={`${id}-summary`}>
      <figcaption id={`${id}-title`} className={styles.title}>
        {title}
      </figcaption>
      <p id={`${id}-summary`} className={styles.summary}>
        {summary}
      </p>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: an application takes the arrow keys */}
      <div
        role="application"
        aria-roledescription="plot"
        aria-label={`${title}. Use the arrow keys to move through the days.`}
        tabIndex={0}
        className={styles.area}
        onKeyDown={moveCursor}
      >
        <PlotCanvas input={input} figure={figure} plot={plot} onCursor={onCursor} />
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: it ends here */}
      <PlotLegend day={days[shownPlace]} place={shownPlace} series={series} format={format} />
      <NoteList notes={input.notes} />
      <p className={styles.hidden} aria-live="polite">
        {spoken}
      </p>
      <div className={styles.actions}>
        <Button size="small" variant="quiet" isExpanded={isTableShown} onPress={() => setIsTableShown(!isTableShown)}>
          {isTableShown ? "Hide table" : "Show table"}
        </Button>
        <CsvButton name={title} read={() => plotRows(days, props.series)} />
      </div>
      {isTableShown && <PlotTable title={title} days={days} series={series} format={format} />}
    </figure>
  );
}

/** Returns the same object while the values are equal, so that the plot is not redrawn. */
function usePlotInput({ days, series, format, isInverted, isStepped }: LinePlotProps) {
  const notes = notesOfDays(useContext(PlotNotes), days);
  const content = JSON.stringify([days, series, isInverted, isStepped, notes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers build equal arrays at each rendering
  return useMemo(
    () => ({ days, series: series.slice(0, SERIES_MAX), format, isInverted, isStepped, notes }),
    [content],
  );
}

function sayDay(day: string, place: number, { series, format }: Pick<LinePlotProps, "series" | "format">): string {
  const values = series.map(({ name, values: own }) => {
    const value = own[place] ?? null;
    return `${name} ${value === null ? "no value" : format(value)}`;
  });
  return `${formatDay(day)}: ${values.join(", ")}`;
}
