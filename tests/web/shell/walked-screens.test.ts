import { expect, it } from "vitest";

import { appTabs } from "../../../web/screens/app/app-tabs.ts";
import { publicRoutes, routes } from "../../../web/shell/routes.ts";
import { figureTabs, listingTabs, rankingsTab, textTabs } from "../../browser/dashboard/walks/app-tabs.ts";
import { accountScreens, ownScreens } from "../../browser/dashboard/walks/own-screens.ts";
import { explorerScreens, storeScreens } from "../../browser/dashboard/walks/store-screens.ts";

const publisher = { externalId: "7", name: "Maranta" };
const tracked = { path: "/apps/ios/1", platform: "ios", externalId: "1", name: "Radar", publisher };
const apps = { tracked, competitor: { externalId: "2", name: "Rain" } };
const walked = [
  ...ownScreens(apps),
  ...accountScreens(),
  ...listingTabs(apps),
  ...figureTabs(apps),
  ...textTabs(apps),
  rankingsTab("/apps/ios/1/rankings", "Radar"),
  ...storeScreens(apps),
  ...explorerScreens(),
];
/** They read nothing: what they send and show has tests of its own. */
const forms = ["/login", "/register", "/find/paste", "/settings/assistants"];

it("every screen of the dashboard is walked in all its states in a browser", () => {
  const screens = [...publicRoutes, ...routes, ...appTabs].map(({ path }) => path);

  // A tab of several views is walked in each of them.
  expect(new Set([...walked.map(({ route }) => route), ...forms])).toEqual(new Set(screens));
});
