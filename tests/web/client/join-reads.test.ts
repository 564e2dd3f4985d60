import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { joinReads } from "../../../web/client/join-reads.ts";
import { Problem } from "../../../web/client/problem.ts";

it("joins reads into one that fails with the first failure, and whose retry repeats the failed ones", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const sent: string[] = [];
  const read = async (name: string) => {
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => {
        sent.push(name);
        if (name !== "kept") throw new Problem(500, name);
        return name;
      },
    });
    await observer.refetch();
    return observer.getCurrentResult();
  };
  const joined = joinReads([await read("kept"), await read("first"), await read("second")] as Parameters<
    typeof joinReads
  >[0]);

  expect(joined).toMatchObject({ error: { detail: "first" }, isFetching: false });
  sent.length = 0;
  await joined.refetch();
  expect(sent).toEqual(["first", "second"]);
  expect(joinReads([]).error).toBeNull();
});
