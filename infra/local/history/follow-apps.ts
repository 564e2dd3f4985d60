import { discoverApps } from "../../../db/queries/charts/discovery.ts";
import type { RefreshStaleAppDependencies } from "../../../lib/apps/refresh-stale-app.ts";
import { registerApp } from "../../../lib/apps/register-app.ts";
import type { FollowLimit } from "../../../lib/apps/track-app.ts";
import { addCompetitor } from "../../../lib/competitors/add-competitor.ts";
import { DEFAULT_COUNTRY } from "../../../lib/domain/country.ts";
import type { AppOnDay } from "../../store-simulator/catalogue/records.ts";

type FollowDependencies = RefreshStaleAppDependencies & FollowLimit;

/** Each app has the apps after it as competitors, at most so many. */
export const COMPETITORS = 3;

export async function findAndTrack(deps: FollowDependencies, app: AppOnDay, userId: number): Promise<void> {
  const { platform, externalId, name, iconUrl, publisher, category } = app;
  const [first = DEFAULT_COUNTRY] = app.availableCountries();
  const countryCode = app.isAvailable(DEFAULT_COUNTRY) ? DEFAULT_COUNTRY : first;
  const found = {
    external_id: externalId,
    name,
    icon_url: iconUrl,
    is_free: app.metrics(countryCode)?.price === 0,
    publisher_external_id: publisher.externalId,
    publisher_name: publisher.name,
    publisher_url: publisher.website,
    category_external_id: category.externalId,
  };
  await discoverApps(deps.db, { platform, source: "on_search", countryCode, at: deps.now(), apps: [found] });
  await registerApp(deps, { app: { platform, externalId }, userId });
}

export async function compareApps(
  deps: FollowDependencies,
  apps: readonly Pick<AppOnDay, "platform" | "externalId">[],
  userId: number,
): Promise<void> {
  for (const [place, { platform, externalId }] of apps.entries()) {
    for (const rival of apps.slice(place + 1, place + 1 + COMPETITORS)) {
      const competitor = { appId: null, externalId: rival.externalId, platform };
      await addCompetitor(deps, { app: { platform, externalId }, competitor, relationship: "direct", userId });
    }
  }
}
