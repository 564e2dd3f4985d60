import { useQueryClient } from "@tanstack/react-query";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { markTracked, readsOfOwnApps } from "../../features/tracking/use-tracking.ts";
import { formatQuantity } from "../../format/numbers.ts";
import styles from "./publisher.module.css";
import type { PublisherParams } from "./publisher-of-path.ts";
import { IMPORT_MAX, type StoreApp } from "./selection.ts";

type ImportBarProps = {
  readonly params: PublisherParams;
  readonly chosen: readonly string[];
  readonly untracked: readonly StoreApp[];
  readonly onChosen: (ids: readonly string[]) => void;
};

export function ImportBar({ params, chosen, untracked, onChosen }: ImportBarProps) {
  const toasts = useToasts();
  const client = useQueryClient();
  const tracking = useWrite("importPublisherApps", {
    refreshes: readsOfOwnApps,
    onSuccess: ({ data }, { body }) => {
      markTracked(client, body.external_ids, true);
      onChosen([]);
      toasts.show({
        kind: "positive",
        text: `${formatQuantity(data.length, "app")} tracked. Their first sync is queued.`,
      });
    },
  });
  const selectable = untracked.filter((app) => !app.is_tracked).map(({ external_id: id }) => id);
  return (
    <>
      {tracking.error !== null && <Notice kind="negative">Nothing was tracked. {tracking.error.detail}</Notice>}
      <div className={styles.bar}>
        <Button
          variant="primary"
          isDisabled={chosen.length === 0}
          isPending={tracking.isPending}
          onPress={() => tracking.mutate({ params, body: { external_ids: [...chosen] } })}
        >
          {chosen.length === 0 ? "Track apps" : `Track ${formatQuantity(chosen.length, "app")}`}
        </Button>
        <Button isDisabled={selectable.length === 0} onPress={() => onChosen(selectable.slice(0, IMPORT_MAX))}>
          {selectable.length > IMPORT_MAX ? `Choose the first ${IMPORT_MAX}` : "Choose all"}
        </Button>
        {chosen.length > 0 && (
          <Button variant="quiet" onPress={() => onChosen([])}>
            Choose none
          </Button>
        )}
      </div>
    </>
  );
}
