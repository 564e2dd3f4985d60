import * as z from "zod";

import type { Clock } from "../runtime/clock.ts";
import { type ApiResponse, type CallApi, expectStatus } from "./api-call.ts";
import { type EnterDependencies, enter, parse } from "./visit-api.ts";

export type ProbeApiDependencies = EnterDependencies & {
  readonly now: Clock;
  /** Kept across invocations. */
  readonly kept: { token?: string };
};

/** Each environment has a token, and expired ones are deleted daily. */
const TOKEN_MS = 6 * 3_600_000;

const created = () => z.object({ data: z.object({ plain_text_token: z.string().min(1) }) });
const followedApps = () => z.object({ data: z.array(z.unknown()) });

/** Sends one request that reaches the database, with a kept token. Throws `CanaryFailure` for a wrong response. */
export async function probeApi(deps: ProbeApiDependencies): Promise<void> {
  const { call, kept } = deps;
  const first = kept.token === undefined ? undefined : await read(call, kept.token);
  if (first !== undefined && first.status !== 401) return succeed(first);
  kept.token = await createToken(deps);
  succeed(await read(call, kept.token));
}

function read(call: CallApi, token: string): Promise<ApiResponse> {
  return call({ path: "/apps", token });
}

function succeed(response: ApiResponse): void {
  parse(expectStatus(response, [200]), followedApps());
}

/** A login's token would never expire, even after its environment ends. */
async function createToken(deps: ProbeApiDependencies): Promise<string> {
  const { call, now } = deps;
  const token = await enter(deps);
  const expires_at = new Date(now().getTime() + TOKEN_MS).toISOString();
  const body = { name: "Probe", abilities: ["read"], expires_at };
  const response = await call({ method: "POST", path: "/account/api-tokens", body, token });
  const { data } = parse(expectStatus(response, [201]), created());
  expectStatus(await call({ method: "POST", path: "/auth/logout", token }), [204]);
  return data.plain_text_token;
}
