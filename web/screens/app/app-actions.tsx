import { useState } from "react";

import type { Data, Input } from "../../client/operation-types.ts";
import type { Problem } from "../../client/problem.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { UntrackDialog } from "../../features/tracking/untrack-dialog.tsx";
import { useTracking } from "../../features/tracking/use-tracking.ts";
import { storeAddress, storeNames } from "../../format/app-path.ts";
import type { FrameApp } from "./frame-app.ts";
import { isUnderWay } from "./sync-labels.ts";

type AppActionsProps = {
  readonly app: FrameApp;
  readonly params: Input<"showApp">["params"];
  readonly sync: Data<"showSyncStatus"> | undefined;
};

export function AppActions({ app, params, sync }: AppActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const toasts = useToasts();
  const showProblem = ({ detail }: Problem) => toasts.show({ text: detail, kind: "negative" });
  const { track } = useTracking();
  const request = useWrite("requestSync", { refreshes: ["showSyncStatus"] });
  return (
    <>
      <ButtonLink href={storeAddress(app)} variant="quiet">
        Open in {storeNames[app.platform]}
      </ButtonLink>
      <Button
        isPending={request.isPending}
        isDisabled={sync !== undefined && isUnderWay(sync)}
        onPress={() => request.mutate({ params }, { onError: showProblem })}
      >
        Sync now
      </Button>
      {app.is_tracked ? (
        <Button onPress={() => setConfirming(true)}>Untrack</Button>
      ) : (
        <Button
          variant="primary"
          isPending={track.isPending}
          onPress={() => track.mutate({ params }, { onError: showProblem })}
        >
          Track
        </Button>
      )}
      <UntrackDialog app={isConfirming ? app : undefined} onClose={() => setConfirming(false)} />
    </>
  );
}
