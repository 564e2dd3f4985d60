import * as z from "zod";

import type { Ability } from "../domain/api-token.ts";
import type { DayAllowance } from "../domain/day-allowance.ts";
import type { ErrorCode } from "../errors.ts";
import { lazy } from "../runtime/lazy.ts";

/** The prefix of every endpoint of the API. */
export const API_PREFIX = "/api/v1";

/** The address of the documentation page and the prefix of its files. */
export const DOCUMENTATION_PREFIX = "/api/documentation";

/** The address of the dashboard and the prefix of its screens and files. */
export const DASHBOARD_PREFIX = "/dashboard";

/** The prefix of the endpoints that read or set the cookie of a browser session, and its path. */
export const SESSION_PREFIX = "/api/session";

/** An ability that the token must have. `token`: none. `session`: a browser session's cookie instead of a token. */
export type Access = "public" | "session" | "token" | Ability;

/** Whose requests are counted together: `auth_ip` and `auth_user` allow 5 a minute, `user` what the stage says. */
export type RateLimit = "auth_ip" | "auth_user" | "user";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The status of a success and what makes the schemas of its body: `page` that of an item of a paged list, whose `meta` is
 * beside what every page says of its place.
 */
export type Success =
  | { readonly status: 200 | 201 | 202; readonly data: () => z.ZodType; readonly meta?: () => z.ZodType }
  | { readonly status: 200; readonly page: () => z.ZodType; readonly meta?: () => z.ZodObject }
  | { readonly status: 204 };

/**
 * What one endpoint promises. From it come the handler's parsing and response filtering, the API Gateway route and
 * Lambda, the OpenAPI document and the client that tests use.
 */
export type Contract = {
  /** The OpenAPI operation id. */
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  readonly method: Method;
  /** Default: the prefix of the API. */
  readonly prefix?: typeof DOCUMENTATION_PREFIX | typeof DASHBOARD_PREFIX | typeof SESSION_PREFIX;
  /** Below the prefix, parameters in braces: `/apps/{platform}/{external_id}`. */
  readonly path: string;
  readonly access: Access;
  readonly rateLimit: RateLimit;
  /** The allowance of the user's day that each request counts towards. Default: none. */
  readonly allowance?: DayAllowance;
  /** An object without fields where the endpoint takes none, which is the default; the same for `query` and `body`. */
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject;
  readonly success: Success;
  /** Of a GET with a token, `none`: clients keep no response, as where a store responds while they wait. */
  readonly caching?: "none";
  /** Says whether a success shows a secret. It is sent as it is, never compressed. */
  readonly hasSecret?: true;
  /** Codes beyond those that every endpoint shares (authentication, limits, validation, database). */
  readonly failures: readonly ErrorCode[];
};

/** Returns whether a schema of parameters or a body has any field. */
export function hasFields(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length > 0;
}

/** Returns the path from the root of the server, parameters still in braces. */
export function fullPath({ prefix, path }: Pick<Contract, "prefix" | "path">): string {
  return (prefix ?? API_PREFIX) + path;
}

const none = lazy(() => z.object({}));
const defaults = { rateLimit: "user", params: none, query: none, body: none, failures: [] } as const;
type Defaults = typeof defaults;

type RequestPart = "params" | "query" | "body";

/** A contract as it is written: a function makes each schema. */
type Definition = Omit<Contract, keyof Defaults> &
  Partial<Pick<Contract, "rateLimit" | "failures"> & Record<RequestPart, () => z.ZodObject>>;

type Complete<D extends Definition> = Omit<Defaults, keyof D> & D;

type Defined<D extends Definition> = Omit<Complete<D>, RequestPart> & {
  readonly [Part in RequestPart]: Complete<D>[Part] extends () => infer Schema ? Schema : never;
};

/**
 * Returns the contract with its literal types. What is left out: no parameters, the user's rate limit, shared failures.
 * Each schema is made at its first use: a function starts without any.
 */
export function defineContract<const D extends Definition>(definition: D): Defined<D> {
  const complete = { ...defaults, ...definition };
  const [params, query, body] = [lazy(complete.params), lazy(complete.query), lazy(complete.body)];
  const contract = {
    ...complete,
    get params() {
      return params();
    },
    get query() {
      return query();
    },
    get body() {
      return body();
    },
  };
  // The compiler does not see that each getter returns what the function of that definition returns.
  return contract as Omit<Complete<D>, RequestPart> as Defined<D>;
}
