import type { Pace } from "../../../client/pace.ts";
import { Problem, RATE_LIMITED, UNAUTHENTICATED } from "../../../client/problem.ts";

export type BulkFailure<App> = { readonly app: App; readonly detail: string };

export type BulkResult<App> = {
  readonly done: readonly App[];
  readonly failed: readonly BulkFailure<App>[];
  /** The apps for which nothing was sent: the run was cancelled, or a daily limit was reached. */
  readonly left: readonly App[];
  /** Why the rest was left, if the service said so. */
  readonly reason?: string;
};

type BulkRun<App> = {
  readonly send: (app: App) => Promise<unknown>;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
};

/** Sends one request an app. A failure of one app does not end the run, unless it is that of all. */
export async function runBulk<App>(apps: readonly App[], run: BulkRun<App>): Promise<BulkResult<App>> {
  const { send, pace, signal, onProgress } = run;
  const done: App[] = [];
  const failed: BulkFailure<App>[] = [];
  for (const [place, app] of apps.entries()) {
    onProgress(place);
    try {
      await pace.send(() => send(app), signal);
      done.push(app);
    } catch (error) {
      if (signal.aborted) return { done, failed, left: apps.slice(place) };
      if (!(error instanceof Problem)) throw error;
      if (isOfAll(error)) return { done, failed, left: apps.slice(place), reason: error.detail };
      failed.push({ app, detail: error.detail });
    }
  }
  return { done, failed, left: [] };
}

function isOfAll({ status }: Problem): boolean {
  return status === RATE_LIMITED || status === UNAUTHENTICATED;
}
