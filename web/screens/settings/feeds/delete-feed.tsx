import type { Data } from "../../../client/operation-types.ts";
import { useWrite } from "../../../client/use-write.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Notice } from "../../../components/notice.tsx";

type DeleteFeedProps = {
  readonly feed: Data<"listFeeds">[number] | undefined;
  readonly onClose: () => void;
};

export function DeleteFeed({ feed, onClose }: DeleteFeedProps) {
  const remove = useWrite("deleteFeed", { refreshes: ["listFeeds"] });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Delete ${feed?.name ?? "the feed"}?`}
      isOpen={feed !== undefined}
      onClose={close}
      confirm="Delete"
      onConfirm={() => {
        if (feed !== undefined) remove.mutate({ params: { feed_id: feed.id } }, { onSuccess: close });
      }}
      isDangerous
      isPending={remove.isPending}
    >
      <p>Its addresses show nothing any longer. For 30 days they say to readers that the feed is gone.</p>
      {remove.error !== null && <Notice kind="negative">{remove.error.detail}</Notice>}
    </ConfirmDialog>
  );
}
