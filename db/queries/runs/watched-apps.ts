import { sql } from "drizzle-orm";

import { appCompetitors, trackedApps } from "../../schema/tracking.ts";

/** A query for the followed apps, each once as `app_id`: tracked apps and their competitors. */
export const watchedApps = sql`
  SELECT ${trackedApps.appId} FROM ${trackedApps}
  UNION SELECT ${appCompetitors.competitorAppId} FROM ${appCompetitors}`;
