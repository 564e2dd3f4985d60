import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { ItemPhase } from "../../../lib/domain/sync-phase.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { listingTexts } from "../../schema/listings.ts";
import { appMetricCoverage, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncFailedItems, syncStatuses } from "../../schema/syncs.ts";
import { statement, toInstant } from "../../statement.ts";
import { newestRevision } from "../listings/listings.ts";
import { removedLanguages } from "../listings/removed-languages.ts";
import { addedCoverage } from "../metrics/metric-coverage.ts";
import { metricObservations, recomputedAvailability } from "../metrics/metric-observations.ts";
import {
  measuredBefore,
  measuredDay,
  rotatedOutStorefronts,
  storefrontsReadLater,
  unreadStorefronts,
} from "../sweeps/swept-storefronts.ts";
import { dueItemsGivenUp } from "./failed-items.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";

type RunEnd = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  /** A repair requested only failed items, so it keeps `last_synced_at`. Its writes have covered what it has read. */
  readonly extent: "whole" | "repair";
  readonly storefronts: readonly string[];
  readonly metricsCountry: string | null;
  readonly versionLocale: string;
};

export const finishRun = statement({
  name: "finish_run",
  effect: "writes",
  returns: "any",
  texts: "few",
  build: endOfRun,
});

function endOfRun(end: RunEnd): SQL {
  const synced = end.extent === "whole" ? [sql`last_synced_at = ${toInstant(end.observedAt)}`] : [];
  const { transition } = end.runUpdate;
  const givesUp = transition.kind === "reconciled" && transition.givesUpDueItems;
  return sql`
    WITH ${updatedRun(end.runUpdate)},
    ${metricObservations([], end.observedAt)},
    ${recomputedAvailability(end.storefronts, synced)},
    ${end.extent === "whole" ? sql`${coverage(end)},` : sql``}
    seen AS (SELECT app_id, NULL::date AS day, '{}'::text[] AS missing FROM run),
    ${removedLanguages(end.storefronts)},
    ${versionDetails(end.versionLocale)}
    ${givesUp ? sql`, ${dueItemsGivenUp}` : sql``}
    SELECT 1 FROM run`;
}

const a = alias(apps, "a");
const co = alias(countries, "co");
const f = alias(syncFailedItems, "f");
const m = alias(appMetrics, "m");
const run = alias(syncStatuses, "run");
const t = alias(listingTexts, "t");
const v = alias(appVersions, "v");

/** The row of the app is locked first, as in folding. */
function coverage({ observedAt, metricsCountry }: RunEnd): SQL {
  const day = sql`(${toInstant(observedAt)} AT TIME ZONE 'UTC')::date`;
  const rotatedOut = rotatedOutStorefronts(run, day);
  return sql`
  measured AS (SELECT run.app_id, (${measuredDay(run, day)}) AS day FROM run),
  coverage_row AS (
    INSERT INTO ${appMetricCoverage} (app_id, day, missing_country_codes, rotated_out_country_codes)
    SELECT run.app_id, measured.day, ARRAY(
      SELECT coalesce(${metricsCountry}::text, ${f.countryCode}::text) FROM ${syncFailedItems} f
      WHERE ${f.appId} = run.app_id AND ${f.phase} = ${"metrics" satisfies ItemPhase}
        AND (${metricsCountry}::text IS NULL OR ${f.countryCode} = run.identity_country)
      UNION SELECT code FROM (${unreadStorefronts(run, day)}) unread
      UNION ${measuredBefore(run, day, sql`measured.day`)}
      UNION ${storefrontsReadLater(run, day)} EXCEPT ${rotatedOut} ORDER BY 1),
      ARRAY(${rotatedOut} ORDER BY 1)
    FROM run JOIN measured USING (app_id) JOIN app_availability USING (app_id)
    ${addedCoverage}
  )`;
}

/** Release notes in another language do not replace those of a version. */
function versionDetails(locale: string): SQL {
  const whatsNew = sql`CASE WHEN d.is_own OR ${v.whatsNew} IS NULL
    THEN coalesce(d.whats_new, ${v.whatsNew}) ELSE ${v.whatsNew} END`;
  const fileSize = sql`coalesce(d.file_size_bytes, ${v.fileSizeBytes})`;
  return sql`
  version_details AS (
    SELECT ${a.currentVersionId} AS id, ${t.body} AS whats_new,
      run.identity_country IS NOT DISTINCT FROM ${a.originCountryCode} AS is_own, (
      SELECT ${m.fileSizeBytes} FROM ${appMetrics} m JOIN ${countries} co ON ${co.code} = ${m.countryCode}
      WHERE ${m.appId} = ${a.id} AND ${m.fileSizeBytes} IS NOT NULL ORDER BY ${co.priority} DESC, ${co.code} LIMIT 1
    ) AS file_size_bytes
    FROM run JOIN ${apps} a ON ${a.id} = run.app_id
    LEFT JOIN LATERAL (${newestRevision(a.id, sql`${locale}`)}) listing ON true
    LEFT JOIN ${listingTexts} t ON ${t.sha256} = listing.whats_new_sha256
  ),
  version_row AS (
    UPDATE ${appVersions} v SET whats_new = ${whatsNew}, file_size_bytes = ${fileSize}
    FROM version_details d
    WHERE ${v.id} = d.id AND (${v.whatsNew}, ${v.fileSizeBytes}) IS DISTINCT FROM (${whatsNew}, ${fileSize})
  )`;
}
