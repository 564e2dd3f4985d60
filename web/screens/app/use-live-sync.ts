import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import type { Data, Input } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import { readsOfOwnApps } from "../../features/tracking/use-tracking.ts";
import { refreshMark, syncInterval } from "./sync-labels.ts";

/** These include reads of many apps, whose parameters do not contain this app's external id. */
const ownReads: readonly unknown[] = readsOfOwnApps;

type Params = Input<"showSyncStatus">["params"];

/** The app's other reads are repeated while a sync is under way, so that the page fills. */
export function useLiveSync(params: Params) {
  const query = useRead("showSyncStatus", { params }, { staleTime: 0, refetchInterval: intervalOf });
  const client = useQueryClient();
  const mark = query.data && refreshMark(query.data.data);
  const { external_id: externalId } = params;
  useEffect(() => {
    if (mark === undefined || mark === "idle") return;
    return () => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [operation, input] }) =>
          operation !== "showSyncStatus" &&
          (ownReads.includes(operation) || JSON.stringify(input ?? {}).includes(JSON.stringify(externalId))),
      });
    };
  }, [client, mark, externalId]);
  return query;
}

function intervalOf(body: { readonly data: Data<"showSyncStatus"> } | undefined): number | false {
  return body === undefined ? false : syncInterval(body.data, Date.now());
}
