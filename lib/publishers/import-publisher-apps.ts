import { findAppSummaries } from "../../db/queries/apps/app-summaries.ts";
import { importApps } from "../../db/queries/apps/import-apps.ts";
import type { StorePublisher } from "../../db/queries/apps/publishers.ts";
import type { FollowLimit } from "../apps/track-app.ts";
import { WHOLE_SYNCS_PER_DAY } from "../domain/day-allowance.ts";
import { countItems } from "../domain/sync-phase.ts";
import { followsTooMany, invalidInput, notFound } from "../errors.ts";
import type { StartSyncDependencies } from "../sync/start-sync.ts";

export type ImportPublisherAppsDependencies = Omit<StartSyncDependencies, "newId"> & FollowLimit;

type ImportPublisherAppsInput = {
  readonly publisher: StorePublisher;
  /** A repeated id is imported once. */
  readonly externalIds: readonly string[];
  readonly userId: number;
};

/** Makes a user track apps of a publisher's platform, all or none, and queues a sync of each. */
export async function importPublisherApps(deps: ImportPublisherAppsDependencies, input: ImportPublisherAppsInput) {
  const { publisher, userId } = input;
  const { platform } = publisher;
  const externalIds = [...new Set(input.externalIds)];
  const { knows_publisher, has_room, apps, runs } = await importApps(deps.db, {
    publisher,
    userId,
    followedMax: deps.followedAppsPerUser,
    externalIds,
    itemsPlanned: countItems(deps.countries, platform),
    now: deps.now(),
    wholeSyncsMax: WHOLE_SYNCS_PER_DAY,
    correlationId: deps.correlationId,
  });
  if (!knows_publisher) throw notFound();
  rejectUnknown(input.externalIds, new Set(apps.map((app) => app.external_id)));
  if (!has_room) throw followsTooMany("external_ids", deps.followedAppsPerUser);

  if (runs > 0) await deps.dispatch({ platform, correlationId: deps.correlationId });

  const summaries = await findAppSummaries(deps.db, { userId, appIds: apps.map((app) => app.id) });
  const appByExternalId = new Map(summaries.map((app) => [app.external_id, app]));
  return externalIds.flatMap((externalId) => appByExternalId.get(externalId) ?? []);
}

function rejectUnknown(externalIds: readonly string[], known: ReadonlySet<string>): void {
  const faults = externalIds.flatMap((externalId, index) =>
    known.has(externalId)
      ? []
      : [[`external_ids.${index}`, ["App not found. Search the store first to discover it."]] as const],
  );
  if (faults.length > 0) throw invalidInput(Object.fromEntries(faults));
}
