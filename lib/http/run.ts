import type * as z from "zod";

import type { Db } from "../../db/client.ts";
import type { Log } from "../runtime/log.ts";
import type { Caller } from "./authentication.ts";
import type { Ability, Contract } from "./contract.ts";
import type { Address } from "./pagination.ts";
import type { BrowserSession } from "./session-cookie.ts";

/** What the edge itself needs, whatever the endpoint does. */
export type EdgeDependencies = {
  readonly db: Db;
  readonly log: Log;
  /** Requests a minute and user on endpoints outside auth. */
  readonly requestsPerMinute: number;
};

/** A request as an endpoint sees it: admitted, parsed and typed by its contract. */
export type EndpointRequest<C extends Contract> = {
  readonly params: z.output<C["params"]>;
  readonly query: z.output<C["query"]>;
  readonly body: C["body"] extends z.ZodObject ? z.output<C["body"]> : null;
  readonly caller: C["access"] extends Ability ? Caller : null;
  /** The digest of the session's id. */
  readonly session: C["access"] extends "session" ? Uint8Array : null;
  readonly address: Address;
  readonly correlationId: string;
  readonly log: Log;
};

type BodyOf<Schema> = Schema extends z.ZodObject ? z.input<Schema> : undefined;
type StatusOf<C extends Contract> = keyof C["success"] & number;
type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

/** The body of the success; with its status where the contract names several; what a session cookie holds from now on. */
export type Outcome<C extends Contract> = C extends { readonly setsSessionCookie: true }
  ? { readonly session: BrowserSession | null }
  : BodyOutcome<C>;

type BodyOutcome<C extends Contract> =
  IsUnion<StatusOf<C>> extends true
    ? { [S in StatusOf<C>]: { readonly status: S; readonly body: BodyOf<C["success"][S]> } }[StatusOf<C>]
    : BodyOf<C["success"][StatusOf<C>]>;

export type Run<C extends Contract, D> = (deps: D, request: EndpointRequest<C>) => Promise<Outcome<C>>;
