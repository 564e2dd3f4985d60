import { Button } from "../../../components/button.tsx";
import { Panel } from "../../../components/panel.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import type { Event } from "../../../features/events/event.ts";
import { EventValues } from "../../../features/events/event-values.tsx";
import { describeEvent } from "../../../features/events/event-words.ts";
import { newNotePath } from "../../../features/notes/new-note.ts";
import { appPath } from "../../../format/app-path.ts";
import { formatDay } from "../../../format/times.ts";
import { COMPARED_DAYS } from "../overview-read.ts";
import type { Overview } from "../use-overview.ts";
import { DayListing } from "./day-listing.tsx";
import styles from "./day-panel.module.css";
import type { DayFacts } from "./day-tooltip.tsx";
import type { ComparedRow } from "./day-values.ts";

type DayPanelProps = {
  readonly facts: DayFacts;
  readonly app: Pick<Overview["app"], "id" | "platform" | "external_id" | "is_tracked">;
  readonly country: string;
  /** If true, the reader has chosen the day. Only then its listing is read. */
  readonly isChosen: boolean;
  readonly onClose: () => void;
};

const EVENTS_SHOWN = 5;

/** Shows the events of a day, the values of the days around it, and its listing. */
export function DayPanel({ facts, app, country, isChosen, onClose }: DayPanelProps) {
  const { day, values, own, ofRivals, notes, around } = facts;
  return (
    <>
      <Panel
        title={formatDay(day)}
        actions={
          isChosen && (
            <Button size="small" variant="quiet" onPress={onClose}>
              Close
            </Button>
          )
        }
      >
        <DayChanges own={own} ofRivals={ofRivals} />
        {notes.length > 0 && (
          <ul aria-label={`Notes of ${formatDay(day)}`} className={styles.changes}>
            {notes.map(({ id, text }) => (
              <li key={id}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.hint}>
          <TextLink href={newNotePath(day, app.is_tracked ? app.id : 0)}>Write a note</TextLink>
        </p>
        <dl className={styles.values} aria-label={`Values of ${formatDay(day)}`}>
          {values.map(({ name, value }) => (
            <div key={name} className={styles.value}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Around rows={around} />
      </Panel>
      {isChosen ? (
        <DayListing day={day} app={app} country={country} />
      ) : (
        <p className={styles.hint}>Choose a day in the timeline to see its listing. Drag to zoom.</p>
      )}
    </>
  );
}

function DayChanges({ own, ofRivals }: Pick<DayFacts, "own" | "ofRivals">) {
  if (own.length + ofRivals.length === 0) return <p className={styles.hint}>Nothing changed on this day.</p>;
  const hidden = Math.max(0, own.length - EVENTS_SHOWN) + Math.max(0, ofRivals.length - EVENTS_SHOWN);
  return (
    <ul className={styles.changes}>
      {own.slice(0, EVENTS_SHOWN).map((event) => (
        <li key={event.id} className={styles.change}>
          <p>{describeEvent(event)}</p>
          <EventValues event={event} />
        </li>
      ))}
      {ofRivals.slice(0, EVENTS_SHOWN).map((event) => (
        <li key={event.id} className={styles.change}>
          <RivalChange event={event} />
        </li>
      ))}
      {hidden > 0 && <li className={styles.hint}>and {hidden} more on the tab “Changes”</li>}
    </ul>
  );
}

function RivalChange({ event }: { readonly event: Event }) {
  const { app } = event;
  return (
    <p>
      <TextLink href={appPath(app.platform, app.external_id)}>
        <bdi>{app.name}</bdi>
      </TextLink>
      : {describeEvent(event)}
    </p>
  );
}

function Around({ rows }: { readonly rows: readonly ComparedRow[] }) {
  return (
    <>
      <table className={styles.around}>
        <caption className={styles.caption}>{COMPARED_DAYS} days before and after</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>This is the order of events. It does not show that one caused the other.</p>
    </>
  );
}
