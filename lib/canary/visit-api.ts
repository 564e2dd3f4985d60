import { createHash } from "node:crypto";

import * as z from "zod";

import { utcDay } from "../domain/paced-fetch.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { type ApiResponse, type CallApi, CanaryFailure, expectStatus } from "./api-call.ts";
import type { CreateAccount } from "./create-account.ts";

export type VisitApiDependencies = {
  readonly call: CallApi;
  readonly createAccount: CreateAccount;
  readonly log: Log;
  readonly now: Clock;
  readonly credentials: () => Promise<{ readonly username: string; readonly password: string }>;
  /** The hour (UTC) in which a visit also searches both stores. */
  readonly searchHour: number;
};

export type VisitOptions = {
  /** `off` skips the search, even at its hour. */
  readonly searches?: "off" | undefined;
};

const DAY_MS = 86_400_000;
const CHART = "collection=top_free&country_code=us";
const SEARCH = "term=weather&country_code=us";

const session = () => z.object({ data: z.object({ token: z.string().min(1) }) });
const followedApps = () => z.object({ data: z.array(z.object({ platform: z.string(), external_id: z.string() })) });
const chart = () => z.object({ data: z.array(z.object({ app_external_id: z.string() })) });
const listing = () => z.object({ data: z.object({ title: z.string() }) });
const hits = () => z.object({ data: z.array(z.object({ external_id: z.string() })).min(1) });

/**
 * Uses the API as a client does: logs in, reads, and always logs out. Throws `CanaryFailure` for an incorrect response.
 * Starts no sync and queues no chart.
 */
export async function visitApi(deps: VisitApiDependencies, { searches }: VisitOptions = {}): Promise<void> {
  const token = await enter(deps);
  const call: CallApi = (given) => deps.call({ ...given, token });
  const [reads, logout] = [await settled(readAsClient(deps, call, searches)), await settled(logOut(call))];
  // The first failure explains the second.
  for (const result of [reads, logout]) if (result.status === "rejected") throw result.reason;
  deps.log.info("canary.visit.completed", {});
}

async function readAsClient(deps: VisitApiDependencies, call: CallApi, searches?: "off"): Promise<void> {
  parse(expectStatus(await call({ path: "/apps" }), [200]), followedApps());
  for (const platform of platforms) await readChart(call, platform, deps.now());
  if (searches === "off" || deps.now().getUTCHours() !== deps.searchHour) return;
  for (const platform of platforms) await searchStore(call, platform);
}

async function logOut(call: CallApi): Promise<void> {
  expectStatus(await call({ method: "POST", path: "/auth/logout" }), [204]);
}

async function settled(work: Promise<void>): Promise<PromiseSettledResult<void>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

export type EnterDependencies = Pick<VisitApiDependencies, "call" | "createAccount" | "credentials" | "log">;

export async function enter({ call, createAccount, credentials, log }: EnterDependencies): Promise<string> {
  const { username, password } = await credentials();
  const email = accountEmail(username, password);
  const logIn = () => call({ method: "POST", path: "/auth/login", body: { email, password } });
  const login = await logIn();
  if (login.status === 200) return parse(login, session()).data.token;

  expectStatus(login, [401]);
  await createAccount({ name: "Canary", email, password });
  log.info("canary.account.created", { email });
  return parse(expectStatus(await logIn(), [200]), session()).data.token;
}

/** Characters of a digest, so that nobody can guess the address and register it first. */
const DIGEST_LENGTH = 16;

export function accountEmail(username: string, password: string): string {
  const digest = createHash("sha256").update(`${username}:${password}`).digest("hex").slice(0, DIGEST_LENGTH);
  return `${username}-${digest}@example.com`;
}

/** Reads yesterday's chart, because today's might be queued, and the listing of its first app. */
async function readChart(call: CallApi, platform: Platform, now: Date): Promise<void> {
  const date = utcDay(new Date(now.getTime() - DAY_MS));
  const response = expectStatus(await call({ path: `/charts?platform=${platform}&${CHART}&date=${date}` }), [200]);
  const [first] = parse(response, chart()).data;
  if (first === undefined) return;
  const path = `/apps/${platform}/${encodeURIComponent(first.app_external_id)}/listing?country_code=us`;
  const found = expectStatus(await call({ path }), [200, 404]);
  // An app that nobody follows has no listing.
  if (found.status === 200) parse(found, listing());
}

async function searchStore(call: CallApi, platform: Platform): Promise<void> {
  parse(expectStatus(await call({ path: `/apps/search?platform=${platform}&${SEARCH}` }), [200]), hits());
}

export function parse<Schema extends z.ZodType>({ body, summary }: ApiResponse, schema: Schema): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (error === undefined) return data;
  throw new CanaryFailure(`${summary}, and ${error.issues[0]?.path.join(".")} is not as the API document says.`);
}
