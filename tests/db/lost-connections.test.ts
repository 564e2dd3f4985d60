import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Connection } from "../../db/client.ts";
import { connectWithCredentials } from "../../db/connect-with-credentials.ts";
import { type ApiResponse, createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { connectAsFunction } from "../support/function-connection.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

/** The number of environments. Each serves one request at a time over one connection. */
const ENVIRONMENTS = 6;
const KILLED_MIN = 120;
/** Rounds of ended connections. Each begins when some requests of the last one have completed. */
const ROUNDS_MAX = 1_000;
/** A request that takes longer hangs, since undisturbed ones take milliseconds. */
const HANGS_AFTER_MS = 30_000;
const REQUESTS_AFTERWARDS = 10;

const applicationName = `killed-${randomUUID()}`;
let connections: readonly Connection[];

beforeAll(() => {
  const { connection } = database();
  connections = Array.from({ length: ENVIRONMENTS }, () => connectAsFunction(connection, applicationName));
});
afterAll(() => Promise.all(connections.map(({ end }) => end())));

/** Ends this many connections, whether or not a statement runs over them. */
async function killBackends(count: number): Promise<number> {
  const killed = await database().sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = ${applicationName} ORDER BY random() LIMIT ${count}`;
  return killed.length;
}

type Registration = { readonly email: string; readonly response: ApiResponse | "hung" };

/** Stores two rows by one statement: a user and a token. */
async function register(api: ReturnType<typeof createApi>): Promise<Registration> {
  const email = `${randomUUID()}@example.com`;
  const responded = api.request({
    method: "POST",
    path: "/auth/register",
    body: { name: "Somebody", email, password: "a long password", password_confirmation: "a long password" },
    // One address may register five users a minute.
    sourceIp: `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
  });
  return { email, response: await Promise.race([responded, sleep(HANGS_AFTER_MS, "hung" as const, { ref: false })]) };
}

describe("a service whose database connections end again and again", () => {
  const registrations: Registration[] = [];
  let killed = 0;
  const withStatus = (status: number) =>
    registrations.filter(({ response }) => response !== "hung" && response.status === status);
  const hasSeenEnough = () => killed >= KILLED_MIN && withStatus(201).length > 0 && withStatus(503).length > 0;

  beforeAll(async () => {
    let isOver = false;
    const work = connections.map(async ({ db }) => {
      const api = createApi(db);
      while (!isOver) registrations.push(await register(api));
    });
    for (let round = 0; round < ROUNDS_MAX && !hasSeenEnough(); round += 1) {
      const responded = registrations.length;
      killed += await killBackends(ENVIRONMENTS / 2);
      while (registrations.length <= responded + (round % ENVIRONMENTS)) await sleep(2);
    }
    isOver = true;
    await Promise.all(work);
  });

  it("responds to every request with success or a retryable error", () => {
    const rejected = withStatus(503);
    console.log(`${killed} connections ended under ${registrations.length} requests, ${rejected.length} rejected`);

    expect(hasSeenEnough()).toBe(true);
    expect(registrations.length).toBe(rejected.length + withStatus(201).length);
    for (const { response } of nonEmpty(rejected)) {
      expect(response).toMatchObject({
        body: { type: "urn:shelfwatch:problem:database-unavailable" },
        headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
      });
    }
  });

  it("has completed what it reported as done, and the rest wholly or not at all", async () => {
    const stored = await database().sql<{ email: string; tokens: number }[]>`
      SELECT email, (SELECT count(*)::int FROM access_tokens WHERE user_id = users.id) AS tokens FROM users`;
    const emails = new Set(stored.map(({ email }) => email));

    expect(stored.every(({ tokens }) => tokens === 1)).toBe(true);
    expect(withStatus(201).every(({ email }) => emails.has(email))).toBe(true);
  });

  it("recovers at once: in each environment at most the next request may fail", async () => {
    await killBackends(ENVIRONMENTS);
    const next = connections.map(async ({ db }) => {
      const api = createApi(db);
      const statuses: (number | "hung")[] = [];
      for (let request = 0; request < REQUESTS_AFTERWARDS; request += 1) {
        const { response } = await register(api);
        statuses.push(response === "hung" ? response : response.status);
      }
      return statuses;
    });

    for (const statuses of nonEmpty(await Promise.all(next))) {
      expect(statuses.slice(1)).toEqual(Array(REQUESTS_AFTERWARDS - 1).fill(201));
      expect([201, 503]).toContain(statuses[0]);
    }
  });
});

describe("a database that sleeps", () => {
  it("makes a request wait while it wakes, and then returns Retry-After", async () => {
    // It accepts the connection and stays silent, as a cluster does before it is awake.
    const asleep = createServer().listen(0, "127.0.0.1");
    await once(asleep, "listening");
    const address = asleep.address();
    const { db, end } = connectWithCredentials(
      {
        ...database().connection,
        port: typeof address === "object" && address !== null ? address.port : 0,
        connectTimeoutSeconds: 1,
        max: 1,
      },
      async () => ({ username: "app", password: "any" }),
    );

    const { response } = await register(createApi(db));
    await end();
    asleep.close();

    expect(response).toMatchObject({ status: 503, headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) } });
  });
});
