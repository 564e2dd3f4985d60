import type { Db } from "../../db/client.ts";
import type { ControlApp } from "../../db/queries/runs/control-apps.ts";
import {
  findControlCheck,
  recordControls,
  recordUnconfirmedAbsences,
} from "../../db/queries/sweeps/storefront-controls.ts";
import { callDeadlineMs, hasTimeForCall } from "../domain/call-limits.ts";
import { itemCosts, storefrontAppsCosts } from "../domain/request-costs.ts";
import type { Clock } from "../runtime/clock.ts";
import type { FetchStorefrontApps, StoreConnector } from "../stores/connector.ts";
import type { StoreBudget } from "../stores/store-budget.ts";
import { UpstreamError } from "../stores/store-errors.ts";
import type { FindControls } from "./find-controls.ts";

export type ProofDependencies = {
  readonly db: Db;
  readonly connector: Pick<StoreConnector, "platform" | "fetchMetrics" | "fetchStorefrontApps">;
  readonly budget: StoreBudget;
  readonly now: Clock;
  readonly findControls: FindControls;
};

type UnconfirmedApp = ControlApp & { readonly countryCode: string };
export type ProofCall = {
  readonly correlationId: string;
  readonly remainingMs: () => number;
  readonly isFirst: boolean;
};

/** `out_of_time`: no request was made, because the invocation has too little time left. */
export type Proof = "absent" | "unproved" | "out_of_time";

/**
 * Proves that an app is absent: within the same minute, the storefront shows another app that it sold recently. An
 * outage shows no app. Without such an app, reads on two days must agree.
 */
export async function proveAbsence(deps: ProofDependencies, app: UnconfirmedApp, call: ProofCall): Promise<Proof> {
  const { db, now, connector } = deps;
  const { platform } = connector;
  const { app_id: appId, countryCode } = app;
  const last = await findControlCheck(db, { platform, countryCode, now: now() });
  if (last !== undefined) return last.was_found ? "absent" : "unproved";

  const controls = await deps.findControls({ countryCode, except: [appId] }, call);
  if (controls === "unknown") return "unproved";
  if (controls === "out_of_time") return controls;
  if (controls.length === 0) return agreeWithOtherDay(deps, app);
  const seen = await checkControls(deps, app, controls, call);
  if (seen === "out_of_time") return seen;
  // The storefront has the app after all, so other apps cannot prove its absence within this minute.
  if (seen.hasApp) return "unproved";
  await recordControls(db, { platform, countryCode, now: now(), ...seen });
  return seen.found.length > 0 ? "absent" : "unproved";
}

async function agreeWithOtherDay(
  { db, now }: ProofDependencies,
  { app_id: appId, countryCode }: UnconfirmedApp,
): Promise<Proof> {
  const agreed = await recordUnconfirmedAbsences(db, { countryCode, appIds: [appId], now: now() });
  return agreed.length > 0 ? "absent" : "unproved";
}

type Seen = {
  readonly found: readonly number[];
  readonly missed: readonly number[];
  readonly hasApp: boolean;
};

const nothingSeen: Seen = { found: [], missed: [], hasApp: false };

/** The request follows one that was already sent, so it is paid for on credit. */
function checkControls(
  deps: ProofDependencies,
  app: UnconfirmedApp,
  controls: readonly ControlApp[],
  call: ProofCall,
): Promise<Seen | "out_of_time"> {
  const { fetchStorefrontApps } = deps.connector;
  return fetchStorefrontApps === undefined
    ? requestOneByOne(deps, app, controls, call)
    : requestTogether({ ...deps, fetchStorefrontApps }, app, controls, call);
}

async function requestTogether(
  {
    budget,
    fetchStorefrontApps,
  }: Pick<ProofDependencies, "budget"> & {
    readonly fetchStorefrontApps: FetchStorefrontApps;
  },
  app: UnconfirmedApp,
  controls: readonly ControlApp[],
  call: ProofCall,
): Promise<Seen | "out_of_time"> {
  if (!hasTime(call)) return "out_of_time";
  await budget(storefrontAppsCosts, "on_credit");
  const listed = [app, ...controls];
  const request = {
    country: app.countryCode,
    externalIds: listed.map(({ external_id }) => external_id),
    language: null,
    fields: "metrics",
  } as const;
  try {
    const { apps } = await fetchStorefrontApps(request, contextOf(call));
    const withOutcome = (wanted: string) => (_app: ControlApp, index: number) =>
      apps[index + 1]?.lookup.outcome === wanted;
    return {
      found: idsOf(controls.filter(withOutcome("found"))),
      missed: idsOf(controls.filter(withOutcome("missing"))),
      hasApp: apps[0]?.lookup.outcome !== "missing",
    };
  } catch (error) {
    if (error instanceof UpstreamError) return nothingSeen;
    throw error;
  }
}

async function requestOneByOne(
  { budget, connector }: ProofDependencies,
  { countryCode }: UnconfirmedApp,
  controls: readonly ControlApp[],
  call: ProofCall,
): Promise<Seen | "out_of_time"> {
  const missed: number[] = [];
  for (const { app_id: appId, external_id: externalId } of controls) {
    if (!hasTime(call)) return "out_of_time";
    await budget(itemCosts[connector.platform], "on_credit");
    const [response] = await connector.fetchMetrics({ externalId, countries: [countryCode] }, contextOf(call));
    if (response?.lookup.outcome === "found") return { found: [appId], missed, hasApp: false };
    if (response?.lookup.outcome === "empty_response") missed.push(appId);
  }
  return { ...nothingSeen, missed };
}

function hasTime({ isFirst, remainingMs }: ProofCall): boolean {
  return isFirst || hasTimeForCall(remainingMs());
}

function contextOf({ correlationId, remainingMs }: ProofCall) {
  return { correlationId, deadlineMs: callDeadlineMs(remainingMs()) };
}

function idsOf(apps: readonly ControlApp[]): readonly number[] {
  return apps.map(({ app_id }) => app_id);
}
