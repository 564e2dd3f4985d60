import type { AppSummary } from "../../db/queries/apps/app-columns.ts";
import { findAppSummaries } from "../../db/queries/apps/app-summaries.ts";
import {
  type CompetitorReference,
  findReferencedAppId,
  insertCompetitorLink,
} from "../../db/queries/apps/competitors.ts";
import { getKnownApp } from "../apps/known-app.ts";
import { type RefreshStaleAppDependencies, refreshStaleApp } from "../apps/refresh-stale-app.ts";
import type { FollowLimit } from "../apps/track-app.ts";
import { COMPETITORS_MAX, type CompetitorRelationship } from "../domain/competitor.ts";
import type { StoreApp } from "../domain/platform.ts";
import { AppError, followsTooMany, invalidInput } from "../errors.ts";

type AddCompetitorInput = {
  readonly app: StoreApp;
  readonly competitor: CompetitorReference;
  readonly relationship: CompetitorRelationship;
  readonly userId: number;
};

export async function addCompetitor(deps: RefreshStaleAppDependencies & FollowLimit, input: AddCompetitorInput) {
  const { competitor, relationship, userId } = input;
  const parent = await getKnownApp(deps, input.app);
  const app = await findCompetitorApp(deps, { competitor, userId });
  if (app === undefined) throw rejection(competitor, "App not found. Search the store first to discover it.");
  if (app.id === parent.id) throw rejection(competitor, "An app cannot be its own competitor.");

  const link = await insertCompetitorLink(deps.db, {
    userId,
    appId: parent.id,
    competitorAppId: app.id,
    relationship,
    followedMax: deps.followedAppsPerUser,
  });
  if (link === "exists") throw new AppError("conflict", "The app is a competitor of this app already.");
  if (link === "full") throw rejection(competitor, `An app cannot have more than ${COMPETITORS_MAX} competitors.`);
  if (link === "follows_too_many") throw followsTooMany(fieldOf(competitor), deps.followedAppsPerUser);

  await refreshStaleApp(deps, { ...app, userId });
  return { ...link, app };
}

async function findCompetitorApp(
  deps: Pick<RefreshStaleAppDependencies, "db">,
  input: { competitor: CompetitorReference; userId: number },
): Promise<AppSummary | undefined> {
  const appId = await findReferencedAppId(deps.db, input.competitor);
  if (appId === undefined) return undefined;
  const [app] = await findAppSummaries(deps.db, { userId: input.userId, appIds: [appId] });
  return app;
}

function rejection(competitor: CompetitorReference, sentence: string): AppError {
  return invalidInput({ [fieldOf(competitor)]: [sentence] });
}

function fieldOf({ appId }: CompetitorReference) {
  return appId === null ? "competitor_external_id" : "competitor_app_id";
}
