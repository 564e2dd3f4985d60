import type * as z from "zod";

import type { ErrorCode } from "../errors.ts";

/** Before the path of every endpoint of the API. */
export const API_PREFIX = "/api/v1";

/** The documentation page, and what serves that page alone. */
export const DOCUMENTATION_PREFIX = "/api/documentation";

export type Ability = "read" | "write";

/** Who pays for the request: `auth_ip` and `auth_user` allow 5 a minute, `user` what the stage says. */
export type RateLimit = "auth_ip" | "auth_user" | "user";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

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
  readonly prefix?: typeof DOCUMENTATION_PREFIX;
  /** Below the prefix, parameters in braces: `/apps/{platform}/{external_id}`. */
  readonly path: string;
  /** An ability of the presented token. `session`: the cookie of a browser session, and no token. */
  readonly access: "public" | "session" | Ability;
  readonly rateLimit: RateLimit;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** Bodies by success status; null for 204. */
  readonly success: Readonly<Record<number, z.ZodObject | null>>;
  /** Codes beyond those that every endpoint shares (authentication, limits, validation, database). */
  readonly failures: readonly ErrorCode[];
  /** The 204 sets or clears the cookie of a browser session. */
  readonly setsSessionCookie?: true;
};

/** The path from the root of the server, parameters still in braces. */
export function fullPath({ prefix, path }: Pick<Contract, "prefix" | "path">): string {
  return (prefix ?? API_PREFIX) + path;
}

/** Keeps the literal types of a contract. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
