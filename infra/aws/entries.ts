import { documentationEndpoints, endpoints } from "../../functions/endpoints.ts";

/** Source files of the functions that are not endpoints. */
export const entries = {
  migrate: "functions/operations/migrate.ts",
  scrapers: { ios: "scrapers/ios/handler.ts", android: "scrapers/android/handler.ts" },
  syncApp: "functions/workers/sync-app.ts",
  startDueSyncs: "functions/schedules/start-due-syncs.ts",
  sweepSyncs: "functions/schedules/sweep-syncs.ts",
  fetchChart: "functions/workers/fetch-chart.ts",
  startDailyCharts: "functions/schedules/start-daily-charts.ts",
  sweepCharts: "functions/schedules/sweep-charts.ts",
  maintainDatabase: "functions/schedules/maintain-database.ts",
  pausePlatform: "functions/operations/pause-platform.ts",
  resumePlatform: "functions/operations/resume-platform.ts",
  exportUser: "functions/operations/export-user.ts",
  resyncApp: "functions/operations/resync-app.ts",
  redriveQueue: "functions/operations/redrive-queue.ts",
  respondToUnknownRoute: "functions/fallback/respond-to-unknown-route.ts",
  showDocumentation: "functions/documentation/show-page.ts",
} as const;

/** Returns every source file that becomes a bundle. */
export function allEntries(): readonly string[] {
  const { scrapers, ...single } = entries;
  const rows = [...endpoints, ...documentationEndpoints];
  return [...new Set([...Object.values(single), ...Object.values(scrapers), ...rows.map(({ entry }) => entry)])];
}
