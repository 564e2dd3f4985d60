import type { ControlApp } from "../../db/queries/runs/control-apps.ts";
import { recordControls } from "../../db/queries/sweeps/storefront-controls.ts";
import type { SweptApp } from "../../db/queries/sweeps/sweep-batches.ts";
import type { FindControls } from "../controls/find-controls.ts";
import { CONTROLS, type SweepKey } from "../domain/storefront-sweep.ts";
import type { FetchDependencies } from "../fetches/paced-fetch.ts";
import type { Measure } from "../runtime/telemetry.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { StorefrontAppLookup } from "../stores/records.ts";
import { UpstreamError } from "../stores/store-errors.ts";
import type { Lookups } from "./request-apps.ts";

export type BatchControlsDependencies = Pick<FetchDependencies, "db" | "now"> & {
  readonly connector: Pick<StoreConnector, "platform">;
  readonly findControls: FindControls;
  readonly measure: Measure;
};

export type Control = ControlApp & { readonly wasFound: boolean };

export async function findBatchControls(
  deps: BatchControlsDependencies,
  { countryCode }: SweepKey,
  responses: readonly (SweptApp & StorefrontAppLookup)[],
  call: Parameters<FindControls>[1],
): Promise<readonly Control[] | "unknown"> {
  const found = responses.filter(({ outcome }) => outcome === "found").slice(0, CONTROLS.apps);
  if (found.length > 0) return found.map((app) => ({ ...app, wasFound: true }));
  const except = responses.map(({ app_id }) => app_id);
  const known = await deps.findControls({ countryCode, except }, call);
  if (known === "unknown" || known === "out_of_time") return "unknown";
  return known.map((app) => ({ ...app, wasFound: false }));
}

/** Returns the found controls, and whether one list found all of them. A list must find at least one. */
export async function checkControls(
  deps: BatchControlsDependencies,
  key: SweepKey,
  controls: readonly Control[],
  lookups: Lookups,
) {
  const found = controls.filter(({ app_id }) => lookups.get(app_id)?.outcome === "found");
  await recordCheck(deps, key, controls, lookups);
  if (found.length === 0) rejectList(deps);
  const known = controls.filter((control) => control.wasFound || found.includes(control));
  return { known: known.map((app) => ({ ...app, wasFound: true })), isWhole: known.length === found.length };
}

async function recordCheck(
  { db, now }: BatchControlsDependencies,
  { platform, countryCode }: SweepKey,
  controls: readonly Control[],
  lookups: Lookups,
): Promise<void> {
  const idsWith = (outcome: StorefrontAppLookup["outcome"]) =>
    controls.flatMap(({ app_id, wasFound }) => (!wasFound && lookups.get(app_id)?.outcome === outcome ? [app_id] : []));
  const [found, missed] = [idsWith("found"), idsWith("missing")];
  if (found.length + missed.length > 0) {
    await recordControls(db, { platform, countryCode, now: now(), found, missed });
  }
}

/** Rejects a list which shows that the store does not work properly. The batch is tried again. */
export function rejectList({
  connector: { platform },
  measure,
}: Pick<BatchControlsDependencies, "connector" | "measure">): never {
  measure("SweepMassMisses", 1, { platform });
  throw new UpstreamError({
    platform,
    operation: "fetchStorefrontApps",
    failure: { reason: "invalid_response", status: null, retryAfterSeconds: null },
  });
}
