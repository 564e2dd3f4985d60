import type { FetchRules } from "./paced-fetch.ts";

/** A chart is fetched until six hours after its day, and has five attempts. */
export const chartFetchRules: FetchRules = { graceHours: 6, retryDelaysSeconds: [60, 300, 900, 3_600] };
