import { endpoints } from "../functions/endpoints.ts";

/** Source files of the functions that are not endpoints. */
export const entries = {
  migrate: "functions/operations/migrate.ts",
  scrapers: { ios: "scrapers/ios/handler.ts", android: "scrapers/android/handler.ts" },
  syncApp: "functions/workers/sync-app.ts",
  startDueSyncs: "functions/schedules/start-due-syncs.ts",
  sweepSyncs: "functions/schedules/sweep-syncs.ts",
  createPartitions: "functions/schedules/create-partitions.ts",
  answerUnknownRoute: "functions/fallback/answer-unknown-route.ts",
} as const;

/** Every source file that becomes a bundle. */
export function allEntries(): readonly string[] {
  const { scrapers, ...single } = entries;
  return [...new Set([...Object.values(single), ...Object.values(scrapers), ...endpoints.map(({ entry }) => entry)])];
}
