import type { call as callOperation } from "../../client/call.ts";
import { NOT_FOUND, Problem, RATE_LIMITED, UNAVAILABLE } from "../../client/problem.ts";
import type { PastedApp } from "./parse-pasted.ts";

export type PastedOutcome =
  | { readonly state: "waiting" }
  | { readonly state: "tracked" }
  | { readonly state: "found"; readonly name: string }
  | { readonly state: "not_found"; readonly searched: string | undefined }
  | { readonly state: "failed"; readonly detail: string };

type Dependencies = {
  readonly call: typeof callOperation;
  readonly wait: (seconds: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onOutcome: (app: PastedApp, outcome: PastedOutcome) => void;
};

/** Apps that are tracked at a time, since the service limits requests by the minute. */
const AT_A_TIME = 10;
const TRIES_MAX = 5;
const WAIT_SECONDS_MAX = 300;
const DEFAULT_COUNTRY = "us";

export function isTracked({ state }: PastedOutcome): boolean {
  return state === "tracked" || state === "found";
}

/** Unknown apps are searched for one by one, since all users share the store's limit for searches. */
export async function trackPasted(deps: Dependencies, apps: readonly PastedApp[]): Promise<void> {
  const serially = createSerialTasks();
  for (let from = 0; from < apps.length; from += AT_A_TIME) {
    if (deps.signal.aborted) return;
    const batch = apps.slice(from, from + AT_A_TIME);
    await Promise.all(batch.map(async (app) => deps.onOutcome(app, await outcomeOf(deps, app, serially))));
  }
}

type RunSerially = <Result>(task: () => Promise<Result>) => Promise<Result>;

function createSerialTasks(): RunSerially {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const own = last.then(task, task);
    last = own;
    return own;
  };
}

async function outcomeOf(deps: Dependencies, app: PastedApp, serially: RunSerially): Promise<PastedOutcome> {
  try {
    if (await track(deps, app)) return { state: "tracked" };
    const name = await serially(() => searchFor(deps, app));
    if (name !== undefined && (await track(deps, app))) return { state: "found", name };
    return { state: "not_found", searched: app.term };
  } catch (error) {
    return { state: "failed", detail: error instanceof Problem ? error.detail : "The request failed." };
  }
}

/** Returns false if the service does not know the app. */
async function track(deps: Dependencies, { platform, externalId }: PastedApp): Promise<boolean> {
  const params = { platform, external_id: externalId };
  try {
    await patiently(deps, () => deps.call("trackApp", { params }, { signal: deps.signal }));
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === NOT_FOUND) return false;
    throw error;
  }
}

/** A search makes the apps that it finds known to the service. */
async function searchFor(deps: Dependencies, app: PastedApp): Promise<string | undefined> {
  const { platform, externalId, term, country = DEFAULT_COUNTRY } = app;
  if (term === undefined) return undefined;
  const query = { platform, term, country_code: country };
  const { data } = await patiently(deps, () => deps.call("searchApps", { query }, { signal: deps.signal }));
  return data.find((found) => found.external_id === externalId)?.name;
}

/** Repeats a request after a 429 or a 503 that names a short wait. */
async function patiently<Result>(deps: Dependencies, request: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request();
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds > WAIT_SECONDS_MAX || tries >= TRIES_MAX || deps.signal.aborted) throw error;
      await deps.wait(seconds);
    }
  }
}

function waitOf(error: unknown): number {
  if (!(error instanceof Problem)) return Number.POSITIVE_INFINITY;
  if (error.status === RATE_LIMITED) return error.retryAfterSeconds ?? 1;
  return error.status === UNAVAILABLE
    ? (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
}
