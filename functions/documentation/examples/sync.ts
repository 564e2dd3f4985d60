import type * as z from "zod";

import type { syncStatusAnswer } from "../../../lib/apps/sync-status-answer.ts";
import { exampleOf } from "../../../lib/http/openapi-example.ts";
import { requestSyncContract } from "../../apps/request-sync.contract.ts";
import { showSyncStatusContract } from "../../apps/show-sync-status.contract.ts";
import { weatherApp, weatherParams } from "./samples.ts";

const queued: z.input<typeof syncStatusAnswer> = {
  app_id: weatherApp.id,
  status: "queued",
  current_step: "identity",
  progress: { done: 0, total: 0 },
  failed_items: [],
  failed_items_count: 0,
  error_message: null,
  run_id: "7d0c4a3e-6a0e-4f3c-9f55-0c4b4f1f2a10",
  starts_at: null,
  started_at: null,
  completed_at: null,
  next_retry_at: null,
  elapsed_ms: null,
};

const completed: z.input<typeof syncStatusAnswer> = {
  ...queued,
  status: "completed",
  current_step: null,
  progress: { done: 111, total: 111 },
  failed_items: [
    {
      phase: "metrics",
      country_code: "fr",
      locale: null,
      reason: "http_429",
      attempts: 3,
      last_attempted_at: "2026-03-09T02:40:02Z",
      next_retry_at: "2026-03-09T03:10:02Z",
      permanent: false,
    },
  ],
  failed_items_count: 1,
  started_at: "2026-03-09T02:38:00Z",
  completed_at: "2026-03-09T02:40:11Z",
  next_retry_at: "2026-03-09T03:10:02Z",
  elapsed_ms: 131_000,
};

export const syncExamples = [
  exampleOf(showSyncStatusContract, { params: weatherParams, success: { 200: { data: completed } } }),
  exampleOf(requestSyncContract, {
    params: weatherParams,
    success: { 202: { data: { ...queued, starts_at: "2026-03-09T02:50:11Z" } } },
  }),
];
