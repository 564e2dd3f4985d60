import { DayText } from "../components/day-text.tsx";
import styles from "./plot-figure.module.css";
import type { PlotNote } from "./plot-notes.ts";

export function NoteList({ notes }: { readonly notes: readonly PlotNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes" className={styles.notes}>
      {notes.map(({ id, day, text }) => (
        <li key={id}>
          <DayText day={day} />: <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
