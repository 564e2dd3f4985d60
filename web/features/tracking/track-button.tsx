import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { Button } from "../../components/button.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { UntrackDialog } from "./untrack-dialog.tsx";
import { useTracking } from "./use-tracking.ts";

type TrackButtonProps = {
  readonly app: Pick<Data<"searchApps">[number], "platform" | "external_id" | "name" | "is_tracked">;
};

export function TrackButton({ app }: TrackButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const toasts = useToasts();
  const { track } = useTracking();
  const start = () =>
    track.mutate(
      { params: { platform: app.platform, external_id: app.external_id } },
      {
        onSuccess: () =>
          toasts.show({ text: `${app.name} is tracked. Its page fills automatically.`, kind: "positive" }),
        onError: ({ detail }) => toasts.show({ text: `${app.name}: ${detail}`, kind: "negative" }),
      },
    );
  return (
    <>
      <Button
        variant={app.is_tracked ? "quiet" : "secondary"}
        size="small"
        label={app.is_tracked ? `Untrack ${app.name}` : `Track ${app.name}`}
        isPending={track.isPending}
        onPress={() => (app.is_tracked ? setConfirming(true) : start())}
      >
        {app.is_tracked ? "Untrack" : "Track"}
      </Button>
      <UntrackDialog app={isConfirming ? app : undefined} onClose={() => setConfirming(false)} />
    </>
  );
}
