import { describe, expect, it } from "vitest";

import { makeStable } from "../../infra/local/examples/stable-values.ts";
import type { OperationExample } from "../../lib/http/openapi-example.ts";

/** An example as one recording gives it: what differs from one to the next depends on the seed. */
function recorded(seed: number): OperationExample {
  const id = (offset: number) => seed * 100 + offset;
  const listing = (offset: number) => ({ id: id(offset), version_id: 1, locale: `l${offset}` });
  const time = (second: number) => new Date(Date.UTC(2030, 1, seed, 1, 2, second)).toISOString().replace(".000", "");
  return {
    operation: "showSomething",
    params: { external_id: "1" },
    query: { date: `2030-02-0${seed}` },
    body: null,
    responses: [
      {
        name: "recorded",
        status: 200,
        body: {
          token: `${seed}|${String(seed).repeat(43)}`,
          run_id: `7d0c4a3e-6a0e-4f3c-9f55-0c4b4f1f2a1${seed}`,
          snapshot_date: `2030-02-0${seed}`,
          compared_with: null,
          created_at: time(seed),
          completed_at: time(seed + 1),
          new_kind_of_at: time(seed + 2),
          started_at: null,
          elapsed_ms: seed * 7,
          listing: listing(3),
          listings: [listing(9), listing(3), listing(5), listing(4)],
          failed_items: [{}, {}, {}, {}],
          codes: ["a", "b", "c", "d"],
          app: { id: 12, rating: 4.5 },
        },
      },
      { name: "recorded", status: 204, body: null },
    ],
  };
}

describe("recorded examples", () => {
  it("are the same in each recording, whatever the time, ids and token", () => {
    expect(makeStable([recorded(1)])).toEqual(makeStable([recorded(2)]));
  });

  it("keep the order of times, nulls, and the listing referred to", () => {
    const [body] = makeStable([recorded(1)]).flatMap(({ responses }) => responses.map((response) => response.body));

    expect(body).toMatchObject({ compared_with: null, started_at: null, app: { id: 12, rating: 4.5 } });
    expect(String(body?.created_at) < String(body?.completed_at)).toBe(true);
    expect(body?.listing).toEqual({ id: 1, version_id: 1, locale: "l3" });
    expect(body?.listings).toEqual([
      { id: 2, version_id: 1, locale: "l9" },
      { id: 1, version_id: 1, locale: "l3" },
      { id: 3, version_id: 1, locale: "l5" },
    ]);
  });

  it("show three rows of a list, but all that another field counts and all strings", () => {
    const [body] = makeStable([recorded(1)]).flatMap(({ responses }) => responses.map((response) => response.body));

    expect([body?.listings, body?.failed_items, body?.codes]).toEqual([
      expect.objectContaining({ length: 3 }),
      expect.objectContaining({ length: 4 }),
      expect.objectContaining({ length: 4 }),
    ]);
  });
});
