import type { Data } from "../../client/operation-types.ts";
import { useWrite } from "../../client/use-write.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Notice } from "../../parts/notice.tsx";
import { useToasts } from "../../parts/toasts.ts";

type UntrackDialogProps = {
  /** undefined closes the dialog. */
  readonly app: Data<"listApps">[number] | undefined;
  readonly onClose: () => void;
};

export function UntrackDialog({ app, onClose }: UntrackDialogProps) {
  const toasts = useToasts();
  const untrack = useWrite("untrackApp", {
    refreshes: ["listApps", "showApp", "showDashboard", "listCompetitors", "listAppChanges"],
  });
  const close = () => {
    untrack.reset();
    onClose();
  };
  const confirm = () => {
    if (app === undefined) return;
    const onSuccess = () => {
      toasts.show({ text: `${app.name} is no longer tracked.`, kind: "positive" });
      close();
    };
    untrack.mutate({ params: { platform: app.platform, external_id: app.external_id } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={`Untrack ${app?.name ?? "the app"}?`}
      isOpen={app !== undefined}
      onClose={close}
      confirm="Untrack"
      onConfirm={confirm}
      isDangerous
      isPending={untrack.isPending}
    >
      <p>It leaves your lists and feeds, and so do the competitors that you added to it. Its history is kept.</p>
      {untrack.error !== null && <Notice kind="negative">{untrack.error.detail}</Notice>}
    </ConfirmDialog>
  );
}
