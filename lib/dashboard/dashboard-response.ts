import * as z from "zod";

import { changeFieldSchema } from "../domain/change-field.ts";
import { DASHBOARD_ROWS_MAX, HISTORY_COUNT_MAX } from "../domain/dashboard.ts";
import { platformSchema } from "../domain/platform.ts";
import { syncPhaseSchema } from "../domain/sync-phase.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { changePlace } from "../responses/change-response.ts";
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
    ...changePlace(),
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
    created_at: timestamp().meta({ description: "Time when the service first saw the version." }),
  });

const historyCount = (rows: string) =>
  z.int().meta({ description: `Number of ${rows} of the tracked apps, counted up to ${HISTORY_COUNT_MAX}.` });

const list = <Row extends z.ZodType>(row: Row, description: string) =>
  z.array(row).meta({ description: `Up to ${DASHBOARD_ROWS_MAX} ${description}.` });

export const dashboardResponse = lazy(() =>
  z
    .object({
      total_apps: z.int().meta({ description: "Number of apps that the caller tracks." }),
      total_competitors: z.int().meta({ description: "Number of different competitors of the tracked apps." }),
      total_versions: historyCount("versions"),
      total_changes: historyCount("changes"),
      total_failed_syncs: z
        .int()
        .meta({ description: "Number of tracked apps and competitors whose last sync failed." }),
      recent_changes: list(recentChange(), "changes of tracked apps, newest first"),
      failed_syncs: list(failedSync(), "failed syncs of tracked apps and competitors, newest first"),
      competitor_versions: list(competitorVersion(), "current versions of competitors, last released first"),
    })
    .meta({ id: "Dashboard" }),
);
