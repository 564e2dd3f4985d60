import { type SQL, sql } from "drizzle-orm";

import { type Db, statement } from "../statement.ts";
import { dueItemsGivenUp } from "./failed-items.ts";
import { metricObservations, recomputedAvailability } from "./metric-observations.ts";
import { type RunFence, runFence } from "./run-fence.ts";

type RunEnd = {
  readonly fence: RunFence;
  readonly observedAt: Date;
  /** Whole: every item was asked in this run. Repair: only failed ones were, so the day of the sync stays what it was. */
  readonly extent: "whole" | "repair";
  /** Codes of all storefronts in which the platform sells apps. */
  readonly storefronts: readonly string[];
  /** Where measured values live when they are not per country. */
  readonly metricsCountry: string | null;
  /** The language whose what's new describes the version. */
  readonly versionLocale: string;
};

/** Applies what follows from the rows of a run: availability, coverage of the day, details of the version. */
export async function finishRun(db: Db, end: RunEnd): Promise<boolean> {
  return (await storeEnd(db, end)).length > 0;
}

const storeEnd = statement({ name: "finish_run", effect: "writes", build: endOfRun });

function endOfRun(end: RunEnd): SQL {
  const at = sql`${end.observedAt.toISOString()}::timestamptz`;
  const synced = end.extent === "whole" ? [sql`last_synced_at = ${at}`] : [];
  const { transition } = end.fence;
  const givesUp = transition.kind === "reconciled" && transition.givesUpDueItems;
  return sql`
    WITH ${runFence(end.fence)},
    ${metricObservations([], end.observedAt)},
    ${recomputedAvailability(end.storefronts, synced)},
    ${coverage(end)},
    ${versionDetails(end.versionLocale)}
    ${givesUp ? sql`, ${dueItemsGivenUp}` : sql``}
    SELECT 1 FROM run`;
}

function coverage(end: RunEnd): SQL {
  const day = sql`(${end.observedAt.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date`;
  const syncedThatDay =
    end.extent === "whole"
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM app_metric_coverage c WHERE c.app_id = run.app_id AND c.day = ${day})`;
  return sql`
  coverage_row AS (
    INSERT INTO app_metric_coverage (app_id, day, missing_country_codes)
    SELECT run.app_id, ${day}, ARRAY(
      SELECT DISTINCT coalesce(${end.metricsCountry}::text, f.country_code::text) FROM sync_failed_items f
      WHERE f.app_id = run.app_id AND f.phase = 'metrics' ORDER BY 1)
    FROM run WHERE ${syncedThatDay}
    ON CONFLICT (app_id, day) DO UPDATE SET missing_country_codes = excluded.missing_country_codes
    WHERE app_metric_coverage.missing_country_codes IS DISTINCT FROM excluded.missing_country_codes
  )`;
}

function versionDetails(locale: string): SQL {
  return sql`
  version_details AS (
    SELECT a.current_version_id AS id, t.body AS whats_new, (
      SELECT m.file_size_bytes FROM app_metrics m JOIN countries co ON co.code = m.country_code
      WHERE m.app_id = a.id AND m.file_size_bytes IS NOT NULL ORDER BY co.priority DESC, co.code LIMIT 1
    ) AS file_size_bytes
    FROM run JOIN apps a ON a.id = run.app_id
    LEFT JOIN LATERAL (
      SELECT l.whats_new_sha256 FROM app_store_listings l WHERE l.app_id = a.id AND l.locale = ${locale}
      ORDER BY l.valid_from DESC LIMIT 1) listing ON true
    LEFT JOIN listing_texts t ON t.sha256 = listing.whats_new_sha256
  ),
  version_row AS (
    UPDATE app_versions v SET whats_new = coalesce(d.whats_new, v.whats_new),
      file_size_bytes = coalesce(d.file_size_bytes, v.file_size_bytes)
    FROM version_details d
    WHERE v.id = d.id AND (v.whats_new, v.file_size_bytes) IS DISTINCT FROM
      (coalesce(d.whats_new, v.whats_new), coalesce(d.file_size_bytes, v.file_size_bytes))
  )`;
}
