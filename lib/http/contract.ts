import type * as z from "zod";

import type { ErrorCode } from "../errors.ts";

/** Before the path of every endpoint. */
export const API_PREFIX = "/api/v1";

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
  /** Below the prefix, parameters in braces: `/apps/{platform}/{external_id}`. */
  readonly path: string;
  readonly access: "public" | Ability;
  readonly rateLimit: RateLimit;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** Bodies by success status; null for 204. */
  readonly success: Readonly<Record<number, z.ZodObject | null>>;
  /** Codes beyond those that every endpoint shares (authentication, limits, validation, database). */
  readonly failures: readonly ErrorCode[];
};

/** Keeps the literal types of a contract. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
