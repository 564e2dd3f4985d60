import type * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { type Call, type Client, type Received, SmokeFailure } from "./client.ts";
import type { SmokeOptions } from "./options.ts";

export const API = "/api/v1";

export type FoundApp = { readonly id: number; readonly externalId: string; readonly name: string };

/** What earlier steps have found for later ones. */
export type Found = {
  token?: string;
  readonly apps: Partial<Record<Platform, readonly FoundApp[]>>;
  publisher?: { readonly platform: Platform; readonly externalId: string };
};

export type SmokeContext = {
  readonly options: SmokeOptions;
  readonly client: Client;
  readonly found: Found;
};

export type Step = {
  readonly name: string;
  /** Returns what it saw, in a few words. Throws `SmokeFailure`. */
  readonly run: (context: SmokeContext) => Promise<string>;
  /** Without this step the rest says nothing. */
  readonly isVital?: boolean;
};

export const RUNBOOK = {
  api: "See docs/runbook.md, API errors: the function's log says why.",
  store:
    "See docs/runbook.md, Scraper errors and Limited requests; `npm run smoke:stores` calls the stores themselves.",
  sync: "See docs/runbook.md, Queue age and Dead letters. A store's budget may be in use: --wait 900 waits longer.",
} as const;

/** Calls with the account's token, under the API's prefix. */
export function callAsUser({ client, found }: SmokeContext, call: Call): Promise<Received> {
  return client({ ...call, path: API + call.path, token: found.token });
}

/** The body of a response of this status, as the schema says; or a failure that says what came instead. */
export function expectResponse<Schema extends z.ZodType>(
  response: Received,
  expected: { readonly status: number; readonly body: Schema; readonly fix?: string },
): z.output<Schema> {
  const { fix = RUNBOOK.api } = expected;
  if (response.status !== expected.status)
    throw new SmokeFailure(`${response.summary}; expected ${expected.status}.`, fix);
  const parsed = expected.body.safeParse(response.body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") || "the body";
  throw new SmokeFailure(
    `${response.summary}, and ${where} is not as the API document says: ${issue?.message}.`,
    "Is this the release that is deployed? Run the smoke test of the same commit.",
  );
}

export function assertSeen(isAsExpected: boolean, seen: string, fix: string = RUNBOOK.api): void {
  if (!isAsExpected) throw new SmokeFailure(seen, fix);
}
