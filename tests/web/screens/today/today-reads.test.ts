import { describe, expect, it } from "vitest";

import { readState } from "../../../../web/client/codec.ts";
import { portfolioState } from "../../../../web/features/portfolio/portfolio-state.ts";
import { newEventsInput, newEventsState, shownPortfolio } from "../../../../web/screens/today/today-reads.ts";

const TODAY = "2026-11-27";
const inputAt = (search: string) => newEventsInput(readState(newEventsState, search), TODAY);

describe("the events of Today", () => {
  it("are the heaviest of the caller's apps since the last visit", () => {
    expect(inputAt("").query).toMatchObject({ scope: ["mine"], since: "last_visit", sort: "weight", per_page: 8 });
  });

  it("are those of the chosen days, whenever the last visit was", () => {
    const { query } = inputAt("?from=2026-11-01&to=2026-11-03");

    expect(query).toMatchObject({ from: "2026-11-01", to: "2026-11-03" });
    expect(query).not.toHaveProperty("since");
  });

  it("are those of competitors if these are chosen", () => {
    expect(inputAt("?whose=competitors").query).toMatchObject({ scope: ["rivals"] });
  });
});

describe("the tracked apps of Today", () => {
  it("are all apps, although the address has a filter of another screen", () => {
    const state = shownPortfolio(readState(portfolioState, "?platform=ios&search=notes&page=2"));

    expect(state).toMatchObject({ platform: "", search: "", page: 2 });
  });
});
