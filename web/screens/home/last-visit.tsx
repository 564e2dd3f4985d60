import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Event } from "../../features/events/event.ts";
import { isNew, newestReport } from "../../features/events/new-events.ts";
import { formatQuantity } from "../../format/numbers.ts";
import { formatInstant } from "../../format/times.ts";

type LastVisitProps = { readonly events: readonly Event[]; readonly seenUntil: string | null };

/** Says how many of the shown events are new, and marks them as seen. */
export function LastVisit({ events, seenUntil }: LastVisitProps) {
  const { mutate, error, isPending } = useWrite("markEventsSeen", { refreshes: ["listEvents"] });
  const until = newestReport(events);
  const count = events.filter((event) => isNew(event, seenUntil)).length;
  if (until === undefined || (seenUntil !== null && count === 0)) return null;
  return (
    <Notice
      action={
        <Button size="small" isPending={isPending} onPress={() => mutate({ body: { events_until: until } })}>
          Mark as seen
        </Button>
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
