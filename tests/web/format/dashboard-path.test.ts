import { expect, it } from "vitest";

import { dashboardHref } from "../../../web/format/dashboard-path.ts";

it("returns addresses that nested routes take as they are, home without a slash at its end", () => {
  expect([dashboardHref("/apps"), dashboardHref("/")]).toEqual(["~/dashboard/apps", "~/dashboard"]);
});
