import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { markTracked } from "../../../../web/features/tracking/use-tracking.ts";

it("marks apps in the kept responses of the stores, and leaves all others as they are", () => {
  const client = new QueryClient();
  const rows = (first: boolean) => [
    { external_id: "1", is_tracked: first },
    { external_id: "2", is_tracked: false },
  ];
  const kept = ["searchApps", "listPublisherStoreApps", "listApps"].map((operation) => [operation, {}]);
  for (const key of kept) client.setQueryData(key, { data: rows(false), meta: {} });

  markTracked(client, ["1"], true);
  expect(kept.map((key) => client.getQueryData(key))).toEqual(
    [true, true, false].map((isMarked) => ({ data: rows(isMarked), meta: {} })),
  );

  markTracked(client, ["1"], false);
  expect(client.getQueryData(kept[0] ?? [])).toEqual({ data: rows(false), meta: {} });
});
