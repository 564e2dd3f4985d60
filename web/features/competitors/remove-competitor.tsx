import { useState } from "react";
import type { Data } from "../../client/operation-types.ts";
import { useQueryState } from "../../client/query-state.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import type { Platform } from "../../format/app-path.ts";
import { rivalsOf, scopeState } from "../scope/scope.ts";
import { readsOfOwnApps } from "../tracking/use-tracking.ts";

type RemoveCompetitorProps = {
  readonly parent: { readonly platform: Platform; readonly external_id: string; readonly name: string };
  readonly competitor: Pick<Data<"listAppCompetitors">[number], "id"> & {
    readonly app: { readonly external_id: string; readonly name: string };
  };
  readonly onRemoved?: (() => void) | undefined;
};

const state = { rivals: scopeState.rivals };

export function RemoveCompetitor({ parent, competitor, onRemoved }: RemoveCompetitorProps) {
  const [isConfirming, setConfirming] = useState(false);
  const toasts = useToasts();
  const [{ rivals }, set] = useQueryState(state);
  const { name, external_id: removed } = competitor.app;
  const { platform, external_id } = parent;
  const { mutate, reset, error, isPending } = useWrite("removeCompetitor", {
    refreshes: readsOfOwnApps,
    // This runs before the list is read again, since this row is then gone.
    onSuccess: () => {
      toasts.show({ text: `${name} is no longer a competitor of ${parent.name}.`, kind: "positive" });
      setConfirming(false);
      // Links keep the choice, and the service rejects one with this app.
      const ids = rivalsOf(rivals, external_id);
      if (typeof ids === "object" && ids.includes(removed)) {
        const kept = ids.filter((id) => id !== removed);
        set({ rivals: kept.length === 0 ? "all" : { app: external_id, ids: kept } }, { replace: true });
      }
      onRemoved?.();
    },
  });
  const close = () => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        label={`Remove ${name} from the competitors of ${parent.name}`}
        onPress={() => setConfirming(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        isOpen={isConfirming}
        onClose={close}
        confirm="Remove"
        isDangerous
        isPending={isPending}
        onConfirm={() => mutate({ params: { platform, external_id, competitor_id: competitor.id } })}
      >
        <p>
          {name} will no longer be a competitor of {parent.name}. Its history is kept.
        </p>
        {error !== null && <Notice kind="negative">{error.detail}</Notice>}
      </ConfirmDialog>
    </>
  );
}
