import type { Db } from "../../db/client.ts";
import { getKnownApp } from "../apps/known-app.ts";
import type { StoreApp } from "../domain/platform.ts";
import { presentCompetitor } from "./competitor-response.ts";
import { findCompetitors } from "./find-competitors.ts";

type ListAppCompetitorsInput = { readonly app: StoreApp; readonly userId: number };

/** Returns the competitors that a user defined for an app, oldest first. */
export async function listAppCompetitors(deps: { readonly db: Db }, { app, userId }: ListAppCompetitorsInput) {
  const { id: appId } = await getKnownApp(deps, app);
  const competitors = await findCompetitors(deps, { userId, appId });
  return competitors.map(presentCompetitor);
}
