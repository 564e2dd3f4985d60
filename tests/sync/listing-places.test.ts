import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";

import type { RunUpdate } from "../../db/queries/runs/run-update.ts";
import { countries } from "../../db/seeds/countries.ts";
import { createCatalogue } from "../../infra/store-simulator/catalogue/catalogue.ts";
import type { AppOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import { activeStorefronts, storefrontLanguages } from "../../lib/domain/country.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { syncLimits } from "../../lib/domain/sync-limits.ts";
import { unlimitedBudget } from "../../lib/stores/store-budget.ts";
import { type ItemKind, runItems } from "../../lib/sync/item-loop.ts";
import type { PhaseDependencies, SyncRun } from "../../lib/sync/phase.ts";
import { planListings } from "../../lib/sync/plan.ts";
import { byRun } from "../support/by-run.ts";
import { useDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { silentLog } from "../support/silent-log.ts";
import { prodSettings } from "../support/stage-settings.ts";

const database = useDatabase();
const DAY = 100;
/** One of this many apps of the catalogue is read. */
const SAMPLED = byRun({ usual: 20, nightly: 1 });
const catalogue = createCatalogue({ seed: 1, epoch: "2026-01-01" });

/** Runs the real loop over the real plan, with a store that knows where an app is sold and without writes. */
async function readListings(platform: Platform, app: AppOnDay) {
  const readIn = new Map<string, string>();
  const absent: string[] = [];
  const rejections: string[] = [];
  const kind: ItemKind<string> = {
    fetch: async (_deps, _run, items) =>
      items.map((requested) => {
        if (app.isAvailable(requested.country))
          return { ...requested, lookup: { outcome: "found", record: requested.country } };
        rejections.push(requested.country);
        return { ...requested, lookup: { outcome: "empty_response", absence: "not_offered" } };
      }),
    save: async (_deps, _run, batch) => {
      for (const { item, country, lookup } of batch.responses) {
        if (lookup.outcome === "found") readIn.set(item.key, country);
      }
      absent.push(...batch.notInStorefront.map(({ key }) => key));
      return true;
    },
  };
  const outcome = await runItems(dependencies(platform), runOf(app, platform), {
    kind,
    items: planListings(countries, platform),
    completes: "phase",
  });
  expect(outcome).toEqual({ kind: "completed" });
  return { readIn, absent, rejections };
}

/** Those of prod, but for tokens, whose number has no influence on where a language is read. */
function dependencies(platform: Platform): PhaseDependencies {
  const settings = prodSettings();
  return {
    db: database().db,
    connector: createFakeStore(platform),
    budget: unlimitedBudget,
    countries,
    settings: { ...settings.sync, ...syncLimits(settings, countries, platform) },
    now: () => new Date(),
    random: () => 0.5,
    log: silentLog,
    findControls: async () => [],
    measure: () => undefined,
  };
}

const runUpdate: RunUpdate = {
  appId: 1,
  leaseToken: "none",
  leaseSeconds: 60,
  itemsDone: [],
  progress: null,
  transition: { kind: "same_step" },
};

function runOf(app: AppOnDay, platform: Platform): SyncRun {
  return {
    app_id: 1,
    platform,
    external_id: app.externalId,
    origin_country_code: "us",
    purpose: "tracked",
    is_deferred: false,
    attempt: 1,
    continuations: 0,
    started_at: new Date(0),
    identity_country: null,
    completed_items: [],
    covered_items: [],
    periodic_items: [],
    covered_in_part: [],
    unread_storefronts: [],
    awaits_express: false,
    leaves_others: false,
    unavailable: [],
    periodic_storefronts: [],
    due_items: [],
    run_id: randomUUID(),
    phase: "listings",
    correlationId: "test",
    remainingMs: () => 90_000,
    update: () => runUpdate,
  };
}

describe.each(platforms)("the languages of every simulated app on %s", (platform) => {
  const apps = catalogue
    .apps(platform)
    .map((app) => app.on(DAY))
    .filter((app, index) => index % SAMPLED === 0 && app.availableCountries().length > 0);
  const storefronts = activeStorefronts(countries, platform);

  it("[SYN-4] give every storefront with the app its listing, and request one without it at most once", async () => {
    expect(apps.length).toBeGreaterThan(2_000 / SAMPLED);
    for (const app of apps) {
      const { readIn, absent, rejections } = await readListings(platform, app);
      const holes = storefronts.filter((country) => {
        const [first = ""] = storefrontLanguages(country, platform);
        return app.isAvailable(country.code) && !readIn.has(first);
      });
      expect(
        holes.map(({ code }) => code),
        app.externalId,
      ).toEqual([]);
      expect(new Set(rejections).size, app.externalId).toBe(rejections.length);
      expect(
        absent.filter((locale) => readIn.has(locale)),
        app.externalId,
      ).toEqual([]);
    }
  });
});
