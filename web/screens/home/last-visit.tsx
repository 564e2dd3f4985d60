import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Event } from "../../features/events/event.ts";
import { formatQuantity } from "../../format/numbers.ts";
import { formatInstant } from "../../format/times.ts";
import { newestReport, newSince } from "./new-events.ts";

type LastVisitProps = { readonly events: readonly Event[]; readonly seenUntil: string | null };

/** Says how many of the shown events are new, and marks them as seen. */
export function LastVisit({ events, seenUntil }: LastVisitProps) {
  const { mutate, error, isPending } = useWrite("markEventsSeen", { refreshes: ["listEvents"] });
  const until = newestReport(events);
  const count = newSince(events, seenUntil).length;
  if (until === undefined || count === 0) return null;
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
