import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import type { Body, Data } from "../../client/operation-types.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../parts/button.tsx";
import { useToasts } from "../../parts/toasts.ts";

type TrackButtonProps = {
  readonly app: Pick<Data<"searchApps">[number], "platform" | "external_id" | "name" | "is_tracked">;
};

const refreshes = ["listApps", "showApp", "showDashboard", "listAppChanges"] as const;

/** Tracks an app or ends that, shown at once: the list that it stands in is not searched again. */
export function TrackButton({ app }: TrackButtonProps) {
  const [isTracked, setTracked] = useState(app.is_tracked);
  const toasts = useToasts();
  const client = useQueryClient();
  const params = { platform: app.platform, external_id: app.external_id };
  const track = useWrite("trackApp", { refreshes });
  const untrack = useWrite("untrackApp", { refreshes });
  const change = isTracked ? untrack : track;
  const press = () => {
    setTracked(!isTracked);
    change.mutate(
      { params },
      {
        onSuccess: () => {
          markInSearches(client, app, !isTracked);
          toasts.show({
            text: isTracked ? `${app.name} is no longer tracked.` : `${app.name} is tracked. Its page fills by itself.`,
            kind: "positive",
          });
        },
        onError: (problem) => {
          setTracked(isTracked);
          toasts.show({ text: `${app.name}: ${problem.detail}`, kind: "negative" });
        },
      },
    );
  };
  return (
    <Button
      variant={isTracked ? "quiet" : "secondary"}
      size="small"
      label={isTracked ? `Untrack ${app.name}` : `Track ${app.name}`}
      isPending={track.isPending || untrack.isPending}
      onPress={press}
    >
      {isTracked ? "Untrack" : "Track"}
    </Button>
  );
}

/** Changes what is kept of searches, to which the reader may return. */
function markInSearches(
  client: QueryClient,
  { platform, external_id: id }: TrackButtonProps["app"],
  is_tracked: boolean,
) {
  client.setQueriesData<Body<"searchApps">>({ queryKey: ["searchApps"] }, (found) => {
    const marked = found?.data.map((one) =>
      one.platform === platform && one.external_id === id ? { ...one, is_tracked } : one,
    );
    return found && marked && { ...found, data: marked };
  });
}
