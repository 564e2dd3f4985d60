import { recordUnconfirmedAbsences } from "../../db/queries/sweeps/storefront-controls.ts";
import type { SweptApp } from "../../db/queries/sweeps/sweep-batches.ts";
import { callDeadlineMs } from "../domain/call-limits.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import {
  APPS_PER_REQUEST_MAX,
  FURTHER_LISTS,
  isMassMiss,
  isRecheckDue,
  type SweepKey,
} from "../domain/storefront-sweep.ts";
import type { FetchDependencies } from "../fetches/paced-fetch.ts";
import { startDeadline } from "../stores/connector.ts";
import type { StorefrontAppLookup } from "../stores/records.ts";
import {
  type BatchControlsDependencies,
  type Control,
  checkControls,
  findBatchControls,
  rejectList,
} from "./batch-controls.ts";
import {
  distinctLists,
  type ListedApp,
  type Lookups,
  type RequestAppsDependencies,
  requestApps,
} from "./request-apps.ts";

export type FindAppsDependencies = BatchControlsDependencies &
  RequestAppsDependencies &
  Pick<FetchDependencies, "settings"> & {
    /** Days after which a known absence is confirmed again; 0 means never. */
    readonly recheckDays: number;
  };

type Call = { readonly correlationId: string; readonly remainingMs: () => number };

type Response = SweptApp & StorefrontAppLookup;

export type FoundApps = {
  readonly responses: readonly Response[];
  /** Absent apps: further lists with all controls, or reads on two days, did not show them. */
  readonly absent: ReadonlySet<number>;
};

/**
 * Requests the apps of a batch, and missing ones again in lists that no cache has. A list that misses a known control
 * proves no absence. Without controls, reads on two days decide.
 */
export async function findApps(
  deps: FindAppsDependencies,
  key: SweepKey,
  apps: readonly SweptApp[],
  { correlationId, remainingMs }: Call,
): Promise<FoundApps> {
  if (apps.length === 0) return { responses: [], absent: new Set() };
  const lease = startDeadline(Math.min(remainingMs(), 1_000 * deps.settings.leaseSeconds));
  const nextList = distinctLists<ListedApp>(({ app_id }) => app_id, key.locale);
  const request = (listed: readonly ListedApp[]) =>
    requestApps(deps, key, nextList(listed), { correlationId, deadlineMs: callDeadlineMs(lease.remainingMs()) });

  const first = responsesOf(apps, await request(apps));
  await requireMost(deps, key, first);
  const unconfirmed = key.kind === "metrics" ? first.filter(isUnconfirmed(deps, first)) : [];
  if (unconfirmed.length === 0) return { responses: first, absent: new Set() };
  const call = { correlationId, remainingMs: lease.remainingMs };
  const controls = await findBatchControls(deps, key, first, call);
  if (controls === "unknown") return { responses: first, absent: new Set() };
  if (controls.length === 0) return { responses: first, absent: await agreedAbsences(deps, key, unconfirmed) };

  const missing = unconfirmed.slice(0, APPS_PER_REQUEST_MAX - controls.length);
  const { again, absent } = await requestAgain(deps, key, request, { missing, controls });
  return { responses: first.map((response) => again.get(response.app_id) ?? response), absent };
}

/** A batch that found nothing proves nothing, so a known absence that is due needs a list with controls, too. */
function isUnconfirmed(deps: FindAppsDependencies, responses: readonly Response[]): (app: Response) => boolean {
  const hasFound = responses.some(({ outcome }) => outcome === "found");
  return (app) => isUnexpectedlyMissing(app) || (!hasFound && app.outcome === "missing" && isRenewalDue(deps, app));
}

/** Returns whether a known absence is due to be confirmed, so that no sync has to check it. */
export function isRenewalDue(
  { now, recheckDays }: Pick<FindAppsDependencies, "now" | "recheckDays">,
  { is_available, observed_at }: SweptApp,
): boolean {
  if (is_available !== false || observed_at === null) return false;
  return isRecheckDue(new Date(1_000 * observed_at), now(), recheckDays);
}

/** Records that the storefront did not show these apps. Returns the ones that were also missing on another day. */
async function agreedAbsences(
  { db, now }: FindAppsDependencies,
  { countryCode }: SweepKey,
  unconfirmed: readonly SweptApp[],
): Promise<ReadonlySet<number>> {
  const appIds = unconfirmed.map(({ app_id }) => app_id);
  const agreed = await recordUnconfirmedAbsences(db, { countryCode, appIds, now: now() });
  return new Set(agreed.map(({ app_id }) => app_id));
}

async function requestAgain(
  deps: FindAppsDependencies,
  key: SweepKey,
  request: (listed: readonly ListedApp[]) => Promise<Lookups>,
  listed: { readonly missing: readonly SweptApp[]; readonly controls: readonly Control[] },
) {
  const again = new Map<number, Response>();
  const absent = new Set<number>();
  let { missing, controls } = listed;
  let wholeLists = 0;
  for (let lists = 1; missing.length > 0; lists += 1) {
    if (lists > FURTHER_LISTS.most) rejectList(deps);
    await deps.budget(storefrontAppsCosts, "on_credit");
    const lookups = await request([...missing, ...controls]);
    const { known, isWhole } = await checkControls(deps, key, controls, lookups);
    controls = known;
    wholeLists += isWhole ? 1 : 0;

    const responses = responsesOf(missing, lookups);
    for (const response of responses) again.set(response.app_id, response);
    const missed = responses.filter(({ outcome }) => outcome === "missing");
    for (const { app_id } of missed.filter((app) => listsFor(app) <= wholeLists)) absent.add(app_id);
    missing = missed.filter(({ app_id }) => !absent.has(app_id));
  }
  return { again, absent };
}

function responsesOf(apps: readonly SweptApp[], lookups: Lookups): readonly Response[] {
  return apps.map((app) => {
    const lookup = lookups.get(app.app_id);
    if (lookup === undefined) throw new Error("The connector returned fewer apps than were requested.");
    return { ...app, ...lookup };
  });
}

export function isUnexpectedlyMissing({ outcome, is_available }: Response): boolean {
  return outcome === "missing" && is_available !== false;
}

/** Returns how many further lists must miss an app, and find the controls, before it is absent. */
function listsFor({ is_available }: SweptApp): number {
  return is_available === true ? FURTHER_LISTS.loss : FURTHER_LISTS.firstSight;
}

/**
 * A faulty store returns an ordinary list that is too short. Apps that were also missing on another day may really be
 * gone, so further lists decide about them.
 */
async function requireMost(deps: FindAppsDependencies, key: SweepKey, responses: readonly Response[]): Promise<void> {
  const known = responses.filter(({ is_available }) => is_available === true);
  const missing = known.filter(({ outcome }) => outcome === "missing");
  if (!isMassMiss(missing.length, known.length)) return;
  const agreed = await agreedAbsences(deps, key, missing);
  if (isMassMiss(missing.length - agreed.size, known.length)) rejectList(deps);
}
