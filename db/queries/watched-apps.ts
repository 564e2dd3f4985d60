import { sql } from "drizzle-orm";

import { appCompetitors } from "../schema/app-competitors.ts";
import { trackedApps } from "../schema/tracked-apps.ts";

/** A query for the apps that somebody follows, each once as `app_id`: those that are tracked or competitors of such. */
export const watchedApps = sql`
  SELECT ${trackedApps.appId} FROM ${trackedApps} UNION SELECT ${appCompetitors.competitorAppId} FROM ${appCompetitors}`;
