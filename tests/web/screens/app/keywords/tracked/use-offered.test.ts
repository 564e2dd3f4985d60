import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { Problem } from "../../../../../../web/client/problem.ts";
import { useOffered } from "../../../../../../web/screens/app/keywords/tracked/use-offered.ts";
import { AppFrameContext, type AppFrameValue } from "../../../../../../web/screens/app/use-app-frame.ts";

const params = { platform: "ios", external_id: "1" } as const;
// The hook reads no other part of the frame.
const frame = { ...params, params } as Partial<AppFrameValue> as AppFrameValue;
const pageOf = (data: readonly object[]) => ({ data, meta: { last_page: 2, total: 2 } });
const word = (keyword: string) => ({ keyword, count: 1, density: 1 });

/** Returns what the hook offers after these requests, of which only the operation and the page matter. */
function offered(responses: Readonly<Record<string, object>>): ReturnType<typeof useOffered>["query"] {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retryOnMount: false,
        queryKeyHashFn: ([operation, input]) => `${operation} ${Object(input).query?.page ?? ""}`.trim(),
      },
    },
  });
  for (const [key, response] of Object.entries(responses)) {
    const [operation, page] = key.split(" ");
    const queryKey = [operation, { query: { page } }];
    if (response instanceof Problem) {
      const state = { status: "error", error: response, fetchStatus: "idle" } as const;
      client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey })).setState(state);
    } else client.setQueryData(queryKey, response);
  }
  let query: ReturnType<typeof useOffered>["query"] | undefined;
  const Words = () => {
    query = useOffered({ country: "us", locale: "en-US", ngram: "1", isWaiting: false }).query;
    return null;
  };
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client },
      createElement(AppFrameContext.Provider, { value: frame }, createElement(Words)),
    ),
  );
  if (query === undefined) throw new TypeError("The hook was not called.");
  return query;
}

const read = {
  listAppCompetitors: { data: [{ app: { id: 7, platform: "ios" } }] },
  compareKeywords: { data: { keywords: { 7: { rain: word("rain"), storm: word("storm"), snow: word("snow") } } } },
  "listKeywords 1": pageOf([word("wind")]),
  "listKeywords 2": pageOf([word("rain")]),
  "listTrackedKeywords 1": pageOf([{ term: "storm" }]),
  "listTrackedKeywords 2": pageOf([{ term: "snow" }]),
};

it("knows the words of all pages of the app's own keywords, and all tracked terms", () => {
  expect(offered(read).data?.map(({ term, isOwn }) => [term, isOwn])).toEqual([
    ["rain", true],
    ["wind", true],
  ]);
});

it("says why nothing is offered if the competitors cannot be read", () => {
  const { data, error } = offered({ ...read, listAppCompetitors: new Problem(500, "Not now.") });

  expect(data).toBeUndefined();
  expect(error?.detail).toBe("Not now.");
});
