import * as z from "zod";

import { changeFieldSchema } from "../domain/change-field.ts";
import { DASHBOARD_ROWS_MAX, HISTORY_COUNT_MAX } from "../domain/dashboard.ts";
import { platformSchema } from "../domain/platform.ts";
import { syncPhaseSchema } from "../domain/sync-phase.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const appFields = () => ({
  app_id: z.int(),
  app_name: z.string(),
  platform: platformSchema(),
  external_id: z.string(),
  icon_url: z.string().nullable(),
});

const recentChange = () =>
  z.object({
    id: z.int(),
    ...appFields(),
    version_id: z.int().nullable(),
    locale: z.string().nullable().meta({ description: "Of a listing; null for price and availability." }),
    country_code: z.string().nullable().meta({
      description:
        "The storefront, of price and availability; null for a listing, and where the price is the same in all storefronts.",
    }),
    field_changed: changeFieldSchema(),
    detected_at: timestamp(),
  });

const failedSync = () =>
  z.object({
    ...appFields(),
    current_step: syncPhaseSchema().nullable(),
    error_message: z.string().nullable(),
    completed_at: timestamp().nullable(),
    next_retry_at: timestamp().nullable(),
  });

const competitorVersion = () =>
  z.object({
    ...appFields(),
    version_id: z.int(),
    version: z.string(),
    release_date: calendarDate().nullable(),
    created_at: timestamp().meta({ description: "When the service first saw the version." }),
  });

const historyCount = (of: string) =>
  z.int().meta({ description: `${of} of the tracked apps, counted up to ${HISTORY_COUNT_MAX}.` });

const list = <Row extends z.ZodType>(row: Row, description: string) =>
  z.array(row).meta({ description: `${description}, at most ${DASHBOARD_ROWS_MAX}.` });

export const dashboardResponse = lazy(() =>
  z
    .object({
      total_apps: z.int().meta({ description: "Apps that the caller tracks." }),
      total_competitors: z.int().meta({ description: "Competitors of the tracked apps, each once." }),
      total_versions: historyCount("Versions"),
      total_changes: historyCount("Changes"),
      total_failed_syncs: z.int().meta({ description: "Tracked apps and competitors whose last sync has failed." }),
      recent_changes: list(recentChange(), "Changes of the tracked apps, newest first"),
      failed_syncs: list(failedSync(), "Tracked apps and competitors whose last sync has failed, last failed first"),
      competitor_versions: list(competitorVersion(), "The current version of each competitor, last released first"),
    })
    .meta({ id: "Dashboard" }),
);
