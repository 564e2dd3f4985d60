import type { Data } from "../../client/operation-types.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { useTracking } from "./use-tracking.ts";

type UntrackDialogProps = {
  readonly app: Pick<Data<"listApps">[number], "platform" | "external_id" | "name"> | undefined;
  readonly onClose: () => void;
};

export function UntrackDialog({ app, onClose }: UntrackDialogProps) {
  const toasts = useToasts();
  const { untrack } = useTracking();
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
      <p>The app and the competitors that you added to it disappear from your lists and feeds. Its history is kept.</p>
      {untrack.error !== null && <Notice kind="negative">{untrack.error.detail}</Notice>}
    </ConfirmDialog>
  );
}
