import { useEffect, useEffectEvent } from "react";

import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import type { Event } from "../../features/events/event.ts";
import { isSeenKey } from "./seen-key.ts";
import { seenUntil } from "./seen-until.ts";
import styles from "./today.module.css";

type MarkSeenProps = {
  readonly events: readonly Event[];
  /** When the events were read, in milliseconds since 1970. */
  readonly readAtMs: number;
  readonly onSeen: () => void;
};

/** Ends the visit by a button, or by its key while the focus is in the screen. */
export function MarkSeen({ events, readAtMs, onSeen }: MarkSeenProps) {
  const toasts = useToasts();
  const { mutate, isPending } = useWrite("markEventsSeen", { refreshes: ["listEvents"] });
  const until = seenUntil(events, readAtMs);
  const mark = () => {
    if (until === undefined || isPending) return;
    mutate(
      { body: { events_until: until } },
      {
        onSuccess: () => {
          toasts.show({ text: "All changes until now are marked as seen.", kind: "positive" });
          onSeen();
        },
        onError: ({ detail }) => toasts.show({ text: detail, kind: "negative" }),
      },
    );
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isSeenKey(event)) mark();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const screen = document.getElementById("main");
    screen?.addEventListener("keydown", listen);
    return () => screen?.removeEventListener("keydown", listen);
  }, []);
  if (until === undefined) return null;
  return (
    <Button isPending={isPending} onPress={mark}>
      Mark as seen <kbd className={styles.key}>E</kbd>
    </Button>
  );
}
