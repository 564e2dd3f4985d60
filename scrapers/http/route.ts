import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { DeadlineError, InvalidRequestError } from "./store-errors.ts";

export type Call = {
  /** Aborts at the route's deadline, with the error to throw. */
  readonly signal: AbortSignal;
  readonly report: (event: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** One route of a scraper. `query` also names the parameters of the path. */
export type Route<Store, Query extends z.ZodType> = {
  readonly path: string;
  readonly query: () => Query;
  readonly handle: (store: Store, query: z.infer<Query>, call: Call) => Promise<unknown>;
};

export type ServedRoute<Store> = {
  readonly path: string;
  readonly response: (store: Store, parameters: Parameters, call: Call) => Promise<unknown>;
};

export type Parameters = Readonly<Record<string, string>>;

export function defineRoute<Store, Query extends z.ZodType>(route: Route<Store, Query>): ServedRoute<Store> {
  const query = lazy(route.query);
  return {
    path: route.path,
    response: (store, parameters, call) => {
      const parsed = query().safeParse(parameters);
      if (!parsed.success) throw new InvalidRequestError(422, describeIssues(parsed.error));
      return route.handle(store, parsed.data, call);
    },
  };
}

/** Calls no store, so it shows only that the function runs. */
export function healthRoute<Store>(): ServedRoute<Store> {
  return defineRoute({ path: "/health", query: () => z.object({}), handle: async () => ({ status: "ok" }) });
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "query"}: ${issue.message}`).join("; ");
}

/** Returns the route of a function URL's path. Only this function decodes its percent-encoding. */
export function matchRoute<Store>(
  routes: readonly ServedRoute<Store>[],
  rawPath: string,
): { readonly route: ServedRoute<Store>; readonly parameters: Parameters } {
  const segments = rawPath.split("/").slice(1).map(decodeSegment);
  for (const route of routes) {
    const parameters = matchSegments(route.path.split("/").slice(1), segments);
    if (parameters !== undefined) return { route, parameters };
  }
  // Not 404, which tells callers that the store does not have the app.
  throw new InvalidRequestError(400, "No such route");
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Parameters | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":")) parameters[expected.slice(1)] = segment;
    else if (expected !== segment) return undefined;
  }
  return parameters;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new InvalidRequestError(422, "path: not valid percent-encoding");
  }
}

/** Runs work with a signal that aborts at the deadline. Every wait in it must observe the signal. */
export async function withinDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlineError()), ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles as the promise does, or rejects with the signal's reason as soon as it aborts. */
export async function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
