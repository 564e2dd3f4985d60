import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Event } from "../../features/events/event.ts";
import { isNew, newestReport } from "../../features/events/new-events.ts";
import { formatQuantity } from "../../format/numbers.ts";
import { formatInstant } from "../../format/times.ts";
import styles from "./home-screen.module.css";

type LastVisitProps = {
  readonly events: readonly Event[];
  readonly seenUntil: string | null;
  readonly isNewOnly: boolean;
  readonly onNewOnly: (isNewOnly: boolean) => void;
};

/** Says how many of the shown events are new, and has the button that marks them as seen. */
export function LastVisit({ events, seenUntil, isNewOnly, onNewOnly }: LastVisitProps) {
  const { mutate, error, isPending } = useWrite("markEventsSeen", { refreshes: ["listEvents"] });
  const until = newestReport(events);
  const count = events.filter((event) => isNew(event, seenUntil)).length;
  if (until === undefined || (seenUntil !== null && count === 0)) return null;
  return (
    <Notice
      action={
        <div className={styles.filters}>
          {seenUntil !== null && (
            <Button size="small" isPressed={isNewOnly} onPress={() => onNewOnly(!isNewOnly)}>
              Only new
            </Button>
          )}
          <Button size="small" isPending={isPending} onPress={() => mutate({ body: { events_until: until } })}>
            Mark as seen
          </Button>
        </div>
      }
    >
      <p>
        {seenUntil === null
          ? "Mark these changes as seen, and later ones are shown as new."
          : `${formatQuantity(count, "change is", "changes are")} new since your last visit, ${formatInstant(seenUntil)}.`}
      </p>
      {error !== null && <p>{error.detail}</p>}
    </Notice>
  );
}
