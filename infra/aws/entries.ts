import { allEndpoints } from "../../functions/endpoints.ts";
import { pageEntries } from "./page-entries.ts";

export const entries = {
  migrate: "functions/operations/migrate.ts",
  rotatePassword: "functions/operations/rotate-password.ts",
  runMigrations: "functions/operations/run-migrations.ts",
  scrapers: { ios: "scrapers/ios/handler.ts", android: "scrapers/android/handler.ts" },
  syncApp: "functions/pipeline/sync-app.ts",
  startDueSyncs: "functions/pipeline/start-due-syncs.ts",
  resendSyncs: "functions/pipeline/resend-syncs.ts",
  sweepStorefronts: "functions/pipeline/sweep-storefronts.ts",
  fetchChart: "functions/pipeline/fetch-chart.ts",
  startDailyCharts: "functions/pipeline/start-daily-charts.ts",
  resendCharts: "functions/pipeline/resend-charts.ts",
  dispatchWebhooks: "functions/pipeline/dispatch-webhooks.ts",
  sendWebhook: "functions/pipeline/send-webhook.ts",
  maintainDatabase: "functions/schedules/maintain-database.ts",
  checkSafeguards: "functions/schedules/check-safeguards.ts",
  measureService: "functions/schedules/measure-service.ts",
  probeApi: "functions/schedules/probe-api.ts",
  visitApi: "functions/schedules/visit-api.ts",
  pausePlatform: "functions/operations/pause-platform.ts",
  resumePlatform: "functions/operations/resume-platform.ts",
  exportUser: "functions/operations/export-user.ts",
  createUser: "functions/operations/create-user.ts",
  deleteUser: "functions/operations/delete-user.ts",
  resetPassword: "functions/operations/reset-password.ts",
  moveCharts: "functions/operations/move-charts.ts",
  resyncApp: "functions/operations/resync-app.ts",
  redriveQueue: "functions/operations/redrive-queue.ts",
  respondToUnknownRoute: "functions/fallback/respond-to-unknown-route.ts",
  serveMcp: "functions/mcp/serve-mcp.ts",
  ...pageEntries,
} as const;

export function allEntries(): readonly string[] {
  const { scrapers, ...single } = entries;
  return [
    ...new Set([...Object.values(single), ...Object.values(scrapers), ...allEndpoints.map(({ entry }) => entry)]),
  ];
}
