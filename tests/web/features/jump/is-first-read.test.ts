import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { isFirstRead } from "../../../../web/features/jump/is-first-read.ts";

it("the command menu waits for the first response about apps, and for no later one", async () => {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<object>();
  const read = () => client.fetchQuery({ queryKey: ["listApps", { query: { page: 2 } }], queryFn: () => promise });
  const waiting = () => client.isFetching({ predicate: isFirstRead });
  const first = read();
  expect(waiting()).toBe(1);
  resolve({});
  await first;
  expect(waiting()).toBe(0);

  const again = read();
  expect([client.isFetching(), waiting()]).toEqual([1, 0]);
  await again;
});

it("the command menu waits for no other list", () => {
  expect(isFirstRead({ queryKey: ["listTags", {}], state: {} })).toBe(false);
});
