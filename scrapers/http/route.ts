import * as z from "zod";

import { RequestError } from "./store-errors.ts";

/** What a call hands down to everything that it does. */
export type Call = {
  /** Aborts with the error to fail with: the route's time is over. */
  readonly signal: AbortSignal;
  /** Tells of a failure that does not fail the whole call. */
  readonly report: (event: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** One route of a scraper. `query` names the parameters of the path too. */
export type Route<Store, Query extends z.ZodType> = {
  /** `/apps/:appId/identity` */
  readonly path: string;
  readonly query: Query;
  readonly handle: (store: Store, query: z.infer<Query>, call: Call) => Promise<unknown>;
};

/** A route whose parameters are still unchecked texts. */
export type ServedRoute<Store> = {
  readonly path: string;
  readonly response: (store: Store, parameters: Parameters, call: Call) => Promise<unknown>;
};

export type Parameters = Readonly<Record<string, string>>;

export function defineRoute<Store, Query extends z.ZodType>(route: Route<Store, Query>): ServedRoute<Store> {
  return {
    path: route.path,
    response: (store, parameters, call) => {
      const parsed = route.query.safeParse(parameters);
      if (!parsed.success) throw new RequestError(422, describeIssues(parsed.error));
      return route.handle(store, parsed.data, call);
    },
  };
}

/** Returns without asking the store, so that it says only that the function runs. */
export function healthRoute<Store>(): ServedRoute<Store> {
  return defineRoute({ path: "/health", query: z.object({}), handle: async () => ({ status: "ok" }) });
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "query"}: ${issue.message}`).join("; ");
}
