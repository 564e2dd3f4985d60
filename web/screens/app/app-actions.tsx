import { useState } from "react";

import type { Data, Input } from "../../client/operation-types.ts";
import type { Problem } from "../../client/problem.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { useToasts } from "../../parts/toasts.ts";
import { isUnderWay } from "./sync-words.ts";

type AppActionsProps = {
  readonly app: Data<"showApp">;
  readonly params: Input<"showApp">["params"];
  readonly sync: Data<"showSyncStatus"> | undefined;
};

/** Reads that list or count tracked apps. */
const refreshes = ["listApps", "showApp", "showDashboard", "listCompetitors", "listAppCompetitors"] as const;

export function AppActions({ app, params, sync }: AppActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const toasts = useToasts();
  const showProblem = ({ detail }: Problem) => toasts.show({ text: detail, kind: "negative" });
  const track = useWrite("trackApp", { refreshes: [...refreshes, "showSyncStatus"] });
  const untrack = useWrite("untrackApp", { refreshes });
  const request = useWrite("requestSync", { refreshes: ["showSyncStatus"] });
  const stop = () => {
    setConfirming(false);
    untrack.mutate({ params }, { onError: showProblem });
  };
  return (
    <>
      {app.is_tracked ? (
        <Button
          isPending={untrack.isPending}
          onPress={() => (app.competitors.length > 0 ? setConfirming(true) : stop())}
        >
          Untrack
        </Button>
      ) : (
        <Button
          variant="primary"
          isPending={track.isPending}
          onPress={() => track.mutate({ params }, { onError: showProblem })}
        >
          Track
        </Button>
      )}
      <Button
        isPending={request.isPending}
        isDisabled={sync !== undefined && isUnderWay(sync)}
        onPress={() => request.mutate({ params }, { onError: showProblem })}
      >
        Sync now
      </Button>
      <ConfirmDialog
        title={`Untrack ${app.name}?`}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        confirm="Untrack"
        onConfirm={stop}
        isDangerous
      >
        <p>Its {app.competitors.length} competitors are removed from your list. What is known of the apps stays.</p>
      </ConfirmDialog>
    </>
  );
}
