import { setTimeout as sleep } from "node:timers/promises";

import * as z from "zod";

import { type Platform, platformFacts, platforms, type StoreApp } from "../../lib/domain/platform.ts";
import { createAccount } from "./create-account.ts";
import { connectTo, DATABASE_NAME } from "./database.ts";
import type { Postgres } from "./postgres/start-postgres.ts";
import type { ShelfwatchHost } from "./start-host.ts";
import { countRequestsFor, countSharedRequestsFor } from "./store-requests.ts";
import { type Api, connectApi, type Say } from "./tour-api.ts";
import { showDelivery } from "./tour-webhook.ts";

const TERM = "weather";
const COUNTRY = "us";
const SYNC_MS_MAX = 300_000;
const WATCH_INTERVAL_MS = 200;
const CHART_MS_MAX = 30_000;

const session = z.object({ token: z.string() });
const searchResults = z.array(
  z.object({ external_id: z.string(), name: z.string(), publisher_name: z.string().nullable() }),
);
const syncStatus = z.object({
  status: z.string().nullable(),
  current_step: z.string().nullable(),
  progress: z.object({ done: z.number(), total: z.number() }),
  failed_items_count: z.number(),
  error_message: z.string().nullable(),
});
const listing = z.object({ locale: z.string(), title: z.string(), description_length: z.number() });
const chart = z.array(z.object({ rank: z.int(), app_name: z.string() }));
const detail = z.object({
  version: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.number().nullable(),
  unavailable_countries: z.array(z.string()),
  listings: z.array(z.unknown()),
});

export async function takeTour(
  host: Pick<ShelfwatchHost, "invoke" | "url" | "postgres" | "simulator">,
  say: Say,
): Promise<void> {
  const { url, postgres, simulator } = host;
  const account = await createAccount(host, "Tour");
  const { token } = await connectApi(url)({ method: "POST", path: "/auth/login", body: account }, session);
  say(`Created ${account.email} by the operation create-user, logged in and got a token.`);
  const api = connectApi(url, token);
  const costs: string[] = [];
  const apps: StoreApp[] = [];
  for (const platform of platforms) {
    const externalId = await findApp(api, platform, say);
    apps.push({ platform, externalId });
    const countRequests = () => (simulator ? countRequestsFor(simulator.requests, { platform, externalId }) : 0);
    const requestsBefore = countRequests();
    await followApp(api, { platform, externalId }, say);
    const { storeName } = platformFacts[platform];
    const shared = simulator ? countSharedRequestsFor(simulator.requests, { platform, externalId }) : 0;
    costs.push(
      `${storeName} ${countRequests() - requestsBefore}${shared > 0 ? ` and ${shared} that new apps share` : ""}`,
    );
    await showRows(postgres, { platform, externalId }, say);
    await showChart(api, platform, say);
  }
  if (simulator) say(`\nRequests that these syncs cost: ${costs.join(", ")}.`);
  const [app] = apps;
  if (simulator && app) await showDelivery({ host, simulator, api, app, say });
  say("\nThe tour is over: both apps are stored, and stay up to date while the service runs.");
}

async function findApp(api: Api, platform: Platform, say: Say): Promise<string> {
  const query = new URLSearchParams({ platform, term: TERM, country_code: COUNTRY });
  const [found] = await api({ method: "GET", path: `/apps/search?${query}` }, searchResults);
  if (!found) throw new Error(`the ${platform} store finds nothing for "${TERM}"`);
  say(
    `\n${platform}: searched for "${TERM}", found ${found.name} by ${found.publisher_name ?? "an unknown publisher"}.`,
  );
  return found.external_id;
}

async function followApp(api: Api, { platform, externalId }: StoreApp, say: Say): Promise<void> {
  const path = `/apps/${platform}/${externalId}`;
  await api({ method: "POST", path: "/apps", body: { platform, external_id: externalId } }, z.unknown());
  say(`${platform}: tracking it; its first sync is queued.`);
  await watchSync(api, path, (line) => say(`${platform}:   ${line}`));

  const shown = await api({ method: "GET", path: `${path}/listing?country_code=${COUNTRY}` }, listing);
  say(
    `${platform}: listing in ${COUNTRY} (${shown.locale}): "${shown.title}", ${shown.description_length} characters.`,
  );
  const stored = await api({ method: "GET", path }, detail);
  say(
    `${platform}: stored ${stored.listings.length} listings; version ${stored.version ?? "unknown"}; rating ` +
      `${stored.rating ?? "none"} from ${stored.rating_count ?? 0} ratings; not available in ` +
      `${stored.unavailable_countries.length} countries.`,
  );
}

async function showRows(postgres: Postgres, app: StoreApp, say: Say): Promise<void> {
  const rows = await countStored(postgres, app);
  const storefronts = `${rows.storefronts} storefront rows (${rows.unavailableStorefronts} say "not available")`;
  const metrics = {
    ios: storefronts,
    android: `${rows.globalMetrics} metrics row for all countries (zz), ${storefronts}`,
  }[app.platform];
  say(
    `${app.platform}: in the database: ${rows.listings} listings (${rows.absentListings} more languages responded ` +
      `empty_response), ${metrics}, ${rows.changes} listing changes.`,
  );
}

type StoredRows = {
  readonly listings: number;
  readonly absentListings: number;
  readonly storefronts: number;
  readonly unavailableStorefronts: number;
  readonly globalMetrics: number;
  readonly changes: number;
};

async function countStored(server: Postgres, app: StoreApp): Promise<StoredRows> {
  return await connectTo(server, DATABASE_NAME, async (sql) => {
    const [row] = await sql<StoredRows[]>`
      SELECT
        (SELECT count(DISTINCT locale)::int FROM app_store_listings l WHERE l.app_id = a.id AND l.is_present)
          AS listings,
        (SELECT count(DISTINCT locale)::int FROM app_store_listings l WHERE l.app_id = a.id AND NOT l.is_present)
          AS "absentListings",
        count(m.country_code) FILTER (WHERE m.country_code <> 'zz')::int AS storefronts,
        count(m.country_code) FILTER (WHERE m.country_code <> 'zz' AND NOT m.is_available)::int
          AS "unavailableStorefronts",
        count(m.country_code) FILTER (WHERE m.country_code = 'zz')::int AS "globalMetrics",
        (SELECT count(*)::int FROM app_store_listing_changes c WHERE c.app_id = a.id) AS changes
      FROM apps a LEFT JOIN app_metrics m ON m.app_id = a.id
      WHERE a.platform = ${app.platform} AND a.external_id = ${app.externalId}
      GROUP BY a.id`;
    if (row === undefined) throw new Error(`the database does not know ${app.externalId}`);
    return row;
  });
}

/** Reading a chart that is not stored yet queues it. */
async function showChart(api: Api, platform: Platform, say: Say): Promise<void> {
  const query = new URLSearchParams({ platform, collection: "top_free", country_code: COUNTRY });
  const endsAt = Date.now() + CHART_MS_MAX;
  while (Date.now() < endsAt) {
    const ranks = await api({ method: "GET", path: `/charts?${query}` }, chart);
    const first = ranks.slice(0, 3).map(({ rank, app_name }) => `${rank}. ${app_name}`);
    if (ranks.length > 0)
      return say(`${platform}: top free in ${COUNTRY}, ${ranks.length} ranks: ${first.join(", ")} …`);
    await sleep(WATCH_INTERVAL_MS);
  }
  say(`${platform}: today's chart of free apps is queued still: the store limits requests.`);
}

async function watchSync(api: Api, path: string, say: Say): Promise<void> {
  const endsAt = Date.now() + SYNC_MS_MAX;
  let said = "";
  while (Date.now() < endsAt) {
    const now = await api({ method: "GET", path: `${path}/sync-status` }, syncStatus);
    if (now.status === "failed") throw new Error(`the sync failed: ${now.error_message}`);
    if (now.status === "completed") return say(`completed, ${now.failed_items_count} items failed`);
    const step = now.current_step ?? now.status ?? "";
    if (step !== said) say(now.progress.total > 0 ? `${step} (${now.progress.total} items)` : step);
    said = step;
    await sleep(WATCH_INTERVAL_MS);
  }
  throw new Error(`the sync did not end within ${SYNC_MS_MAX / 1000} seconds`);
}
