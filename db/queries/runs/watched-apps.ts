import { sql } from "drizzle-orm";

import { appCompetitors, trackedApps } from "../../schema/tracking.ts";

export const watchedApps = sql`
  SELECT ${trackedApps.appId} FROM ${trackedApps}
  UNION SELECT ${appCompetitors.competitorAppId} FROM ${appCompetitors}`;
