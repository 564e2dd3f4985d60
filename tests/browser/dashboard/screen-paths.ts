import { appTabPath } from "../../../web/format/app-path.ts";
import type { SeededApp } from "./fixture/seed-dashboard.ts";
import { SEEDED_WEBHOOK } from "./fixture/seeded-webhook.ts";

/** Returns the address of every screen below /dashboard, with an app of the fixture where one is needed. */
export function screenPaths(apps: readonly SeededApp[]): readonly string[] {
  const app = apps.find(({ platform, role }) => platform === "ios" && role === "tracked");
  if (app === undefined) throw new TypeError("The fixture has no tracked app.");
  const path = `/apps/${app.platform}/${app.externalId}`;
  const shown = { platform: app.platform, external_id: app.externalId };
  const tabs = ["changes", "ratings", "rankings", "storefronts", "keywords", "competitors"];
  const views = [
    ...["texts", "differences", "facts", "languages"].map((view) => appTabPath(shown, "listing", { view })),
    appTabPath(shown, "changes", { view: "versions" }),
    appTabPath(shown, "keywords", { view: "tracked" }),
  ];
  return [
    "",
    "/find?term=weather",
    "/find/publishers?term=weather",
    "/find/paste",
    "/apps",
    "/competitors",
    "/changes/apps",
    "/changes/competitors",
    "/changes/all",
    "/charts",
    "/publishers",
    "/explorer/screenshots",
    "/explorer/icons",
    "/settings",
    "/settings/views",
    "/settings/tags",
    "/settings/notes",
    "/settings/feeds",
    "/settings/webhooks",
    `/settings/webhooks/${SEEDED_WEBHOOK.id}`,
    "/settings/api-tokens",
    "/settings/assistants",
    ...views,
    ...tabs.map((tab) => `${path}/${tab}`),
  ];
}
