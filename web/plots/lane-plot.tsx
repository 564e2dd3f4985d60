import { useRef } from "react";
import { hasEndLabels, LANE_END_PX } from "./end-labels.ts";
import type { Lane } from "./lane.ts";
import { LaneCanvas } from "./lane-canvas.tsx";
import type { LaneInput } from "./lane-options.ts";
import styles from "./lane-plot.module.css";
import { dashOf, seriesClasses } from "./plot-colors.ts";

/** A lane with its name and, unless it has the same one, that of each line. */
export function LanePlot(input: LaneInput) {
  const frame = useRef<HTMLDivElement>(null);
  const { lane, endWidth } = input;
  const isNamedAtEnd = hasEndLabels(lane) && endWidth > LANE_END_PX;
  return (
    <div ref={frame} className={styles.lane}>
      <p className={styles.head}>
        <span className={styles.name}>{lane.name}</span>
        {lane.series.map(({ name }, index) => (
          <span key={name} className={isNamedAtEnd || lane.name.startsWith(name) ? styles.hidden : styles.line}>
            <Sample lane={lane} index={index} />
            {name}
          </span>
        ))}
      </p>
      <LaneCanvas {...input} frame={frame} />
    </div>
  );
}

/** The canvas takes its colours from the samples. */
function Sample({ lane: { kind }, index }: { readonly lane: Lane; readonly index: number }) {
  const className = kind === "bars" ? styles.bar : seriesClasses[index];
  return (
    <svg width="18" height="8" viewBox="0 0 18 8" className={className} data-series={index} aria-hidden="true">
      <line x2="18" y1="4" y2="4" stroke="currentColor" strokeWidth="2" strokeDasharray={dashOf(index).join(" ")} />
    </svg>
  );
}
