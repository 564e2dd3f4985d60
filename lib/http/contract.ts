import * as z from "zod";

import type { Ability } from "../domain/api-token.ts";
import { DASHBOARD_PATH } from "../domain/dashboard-path.ts";
import type { DayAllowance } from "../domain/day-allowance.ts";
import { FEED_PATH } from "../domain/feed.ts";
import type { ErrorCode } from "../errors.ts";
import { lazy } from "../runtime/lazy.ts";

export const API_PREFIX = "/api/v1";

export const DOCUMENTATION_PREFIX = "/api/documentation";

export const DASHBOARD_PREFIX = DASHBOARD_PATH;

/** The prefix of the endpoints of browser sessions, and the path of their cookie. */
export const SESSION_PREFIX = "/api/session";

/** The prefix of feeds of events, which readers without a token request. */
export const FEED_PREFIX = FEED_PATH;

/** The prefix of the links in mails, which are short. */
export const LINK_PREFIX = "";

/** OAuth has no prefix: standards put its metadata below /.well-known, and clients find all else by it. */
export const OAUTH_PREFIX = "";

/** The address at which assistants call tools by the Model Context Protocol. */
export const MCP_PREFIX = "/mcp";

/** Tags of what is a user's own business: an assistant has no tools for it, and a connected client no access. */
export const tagsOfOwners: ReadonlySet<string> = new Set(["account", "auth", "feeds", "webhooks"]);

export type Access = "public" | "feed" | "link" | "oauth" | "session" | "token" | Ability;

/**
 * The requests that count together. `auth_ip` and `auth_user` allow 5 per minute, `user` as many as the stage sets, and
 * `feed` 60 per minute and address, and 60 per hour and feed. `link` allows 60 per minute and address, `oauth` 600.
 */
export type RateLimit = "auth_ip" | "auth_user" | "user" | "feed" | "link" | "oauth";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * A successful response: its status and the schema of its body. A `document` is no JSON of the API. `page` is the
 * schema of one item of a paged list;
 * `meta` adds fields to the page's metadata.
 */
export type Success =
  | { readonly status: 200 | 201 | 202; readonly data: () => z.ZodType; readonly meta?: () => z.ZodType }
  | { readonly status: 200; readonly page: () => z.ZodType; readonly meta?: () => z.ZodObject }
  | { readonly status: 200 | 201; readonly document: true }
  | { readonly status: 204 };

/**
 * The contract of one endpoint. The handler's input and output, the API Gateway route, the Lambda, the OpenAPI document
 * and the tests' client derive from it.
 */
export type Contract = {
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  readonly method: Method;
  /** Default: the prefix of the API. */
  readonly prefix?:
    | typeof DOCUMENTATION_PREFIX
    | typeof DASHBOARD_PREFIX
    | typeof SESSION_PREFIX
    | typeof FEED_PREFIX
    | typeof LINK_PREFIX
    | typeof OAUTH_PREFIX
    | typeof MCP_PREFIX;
  readonly path: string;
  readonly access: Access;
  readonly rateLimit: RateLimit;
  readonly allowance?: DayAllowance;
  /** An object without fields is the default, also for `query` and `body`. */
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject;
  readonly success: Success;
  /**
   * For a GET with a token, `none` forbids clients to keep the response. Live store responses need this. With
   * `minutes`, clients need not revalidate the response for five minutes.
   */
  readonly caching?: "none" | "minutes";
  /** True if a success contains a secret. It is then never compressed. */
  readonly hasSecret?: true;
  readonly failures: readonly ErrorCode[];
};

export function hasFields(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length > 0;
}

export function fullPath({ prefix, path }: Pick<Contract, "prefix" | "path">): string {
  return (prefix ?? API_PREFIX) + path;
}

const none = lazy(() => z.object({}));
const defaults = { rateLimit: "user", params: none, query: none, body: none, failures: [] } as const;
type Defaults = typeof defaults;

type RequestPart = "params" | "query" | "body";

type Definition = Omit<Contract, keyof Defaults> &
  Partial<Pick<Contract, "rateLimit" | "failures"> & Record<RequestPart, () => z.ZodObject>>;

type Complete<D extends Definition> = Omit<Defaults, keyof D> & D;

type Defined<D extends Definition> = Omit<Complete<D>, RequestPart> & {
  readonly [Part in RequestPart]: Complete<D>[Part] extends () => infer Schema ? Schema : never;
};

/** Returns the contract with literal types and defaults. Each schema is made at its first use, for a fast start. */
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
