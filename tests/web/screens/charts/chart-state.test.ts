import { expect, it } from "vitest";

import { readState } from "../../../../web/client/codec.ts";
import { withScope } from "../../../../web/format/scoped-path.ts";
import { chartState, moversQuery } from "../../../../web/screens/charts/chart-state.ts";

const queryOf = (search: string) => moversQuery(readState(chartState, search));

it("compares the days of the address, and no day of the scope", () => {
  expect(queryOf("since=2026-11-01&date=2026-11-08")).toMatchObject({ from: "2026-11-01", to: "2026-11-08" });
  expect(queryOf("from=2026-11-26&days=30").from).toBeUndefined();
});

it("keeps the compared day out of links to other screens", () => {
  expect(withScope("/", "since=2026-11-01&country=jp")).toBe("/?country=jp");
});
