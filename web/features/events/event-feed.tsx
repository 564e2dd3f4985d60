import { DayText } from "../../components/day-text.tsx";
import { utcDay } from "../../format/days.ts";
import type { Event } from "./event.ts";
import { type AppMark, EventEntry } from "./event-entry.tsx";
import styles from "./event-feed.module.css";
import { isNew } from "./new-events.ts";

export type FeedProps = {
  readonly openedId: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  readonly marks: readonly AppMark[] | null;
  /** The last visit. Events that are new since then are marked. */
  readonly seenUntil?: string | null;
};

type EventFeedProps = FeedProps & {
  readonly events: readonly Event[];
  /** Events in another order than that of time are not divided into days. */
  readonly isByDay?: boolean;
  readonly isDense?: boolean;
};

export function EventFeed({ events, isByDay = true, ...feed }: EventFeedProps) {
  if (!isByDay) return <Entries events={events} {...feed} />;
  const days = Map.groupBy(events, ({ occurred_at: at }) => utcDay(at));
  return (
    <div className={styles.feed}>
      {[...days].map(([day, shown]) => (
        <section key={day} aria-labelledby={`events-${day}`}>
          <h2 id={`events-${day}`} className={styles.title}>
            <DayText day={day} />
          </h2>
          <Entries events={shown} {...feed} />
        </section>
      ))}
    </div>
  );
}

function Entries({ events, openedId, onOpen, marks, seenUntil = null, isDense }: Omit<EventFeedProps, "isByDay">) {
  return (
    <ol className={styles.entries}>
      {events.map((event) => (
        <li key={event.id}>
          <EventEntry
            event={event}
            isOpen={event.id === openedId}
            onOpen={(isOpen) => onOpen(isOpen ? event.id : undefined)}
            marks={marks}
            isNew={isNew(event, seenUntil)}
            isDense={isDense ?? false}
          />
        </li>
      ))}
    </ol>
  );
}
