import type { Event } from "../../../features/events/event.ts";
import { formatCount } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import { shortName } from "./day-events.ts";
import styles from "./day-tooltip.module.css";
import type { ComparedRow, DayValue } from "./day-values.ts";

export type DayFacts = {
  readonly day: string;
  readonly values: readonly DayValue[];
  readonly own: readonly Event[];
  readonly ofRivals: readonly Event[];
  readonly notes: readonly { readonly id: number; readonly text: string }[];
  readonly around: readonly ComparedRow[];
};

const EVENTS_SHOWN = 4;
const NOTES_SHOWN = 2;

/** Shows the values of the day under the cursor. Screen readers get them from the live text. */
export function DayTooltip({ facts }: { readonly facts: DayFacts }) {
  const { day, values, own, ofRivals, notes, around } = facts;
  const [gained] = around;
  return (
    <div className={styles.tooltip} data-day={day} aria-hidden="true">
      <p className={styles.day}>{formatDay(day)}</p>
      {own.length + ofRivals.length > 0 && (
        <ul className={styles.events}>
          {own.slice(0, EVENTS_SHOWN).map((event) => (
            <li key={event.id}>{shortName(event)}</li>
          ))}
          {ofRivals.slice(0, EVENTS_SHOWN).map((event) => (
            <li key={event.id} className={styles.rival}>
              {event.app.name}: {shortName(event)}
            </li>
          ))}
          {hiddenCount(own, ofRivals) > 0 && <li>and {formatCount(hiddenCount(own, ofRivals))} more</li>}
        </ul>
      )}
      {notes.slice(0, NOTES_SHOWN).map(({ id, text }) => (
        <p key={id} className={styles.note}>
          <bdi>{text}</bdi>
        </p>
      ))}
      <dl className={styles.values}>
        {values.map(({ name, value }) => (
          <div key={name} className={styles.value}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {own.length > 0 && gained !== undefined && (
          <>
            <div className={styles.value}>
              <dt>New ratings, 7 days before</dt>
              <dd>{gained.before}</dd>
            </div>
            <div className={styles.value}>
              <dt>New ratings, 7 days after</dt>
              <dd>{gained.after}</dd>
            </div>
          </>
        )}
      </dl>
    </div>
  );
}

function hiddenCount(own: readonly Event[], ofRivals: readonly Event[]): number {
  return Math.max(0, own.length - EVENTS_SHOWN) + Math.max(0, ofRivals.length - EVENTS_SHOWN);
}
