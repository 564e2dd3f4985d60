import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { statement } from "../../db/statement.ts";
import { prod } from "../../infra/aws/stages.ts";
import type { EdgeDependencies } from "../../lib/http/admit-request.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { CredentialsUnavailableError } from "../../lib/wiring/credentials.ts";
import { createApi, createCaller } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { httpApiEvent, lambdaContext } from "../support/requests.ts";

const database = useDatabase();

const contract = defineContract({
  operation: "probe",
  summary: "For tests of the edge.",
  tag: "tests",
  method: "GET",
  path: "/probe",
  access: "read",
  rateLimit: "user",
  params: () => z.object({}),
  query: () => z.object({}),
  body: () => z.object({}),
  success: { status: 200, data: () => z.object({ id: z.int() }) },
  failures: [],
});

/** The edge around something that the test decides. */
async function probe(run: () => unknown, overrides: Partial<EdgeDependencies> = {}) {
  const { deps, logged } = createApi(database().db);
  const caller = await createCaller(database().db);
  const handler = endpoint(
    contract,
    () => ({ ...deps, ...overrides }),
    async () => (await run()) as { data: { id: number } },
  );
  const event = httpApiEvent({ method: "GET", path: "/api/v1/probe", token: caller.token });
  return { result: await handler(event, lambdaContext), logged };
}

const failing = (error: unknown) => () => {
  throw error;
};

describe("endpoint", () => {
  it("[SVC-5] returns only the keys that the contract names", async () => {
    const { result } = await probe(() => ({ data: { id: 1, password: "secret" }, debug: true }));

    expect(result).toMatchObject({ statusCode: 200, body: '{"data":{"id":1}}' });
  });

  it("[SVC-6] returns every response as JSON with no-store and nosniff", async () => {
    const { result } = await probe(() => ({ data: { id: 1 } }));

    expect(result.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-ratelimit-limit": String(prod.api.rateLimitPerMinute),
      "x-ratelimit-remaining": String(prod.api.rateLimitPerMinute - 1),
    });
  });

  it("[ERR-16] returns 500 without the cause, and logs it", async () => {
    const { result, logged } = await probe(failing(new TypeError("secret detail at /var/task/index.mjs")));

    expect(result.statusCode).toBe(500);
    expect(JSON.parse(result.body ?? "")).toEqual({
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      detail: expect.any(String),
    });
    expect(result.body).not.toContain("secret");
    const line = logged.find(({ event }) => event === "request.failed");
    expect(line).toMatchObject({ level: "error", fields: { operation: "probe", errorName: "TypeError" } });
  });

  it("returns 500 when the endpoint breaks its own contract", async () => {
    const { result } = await probe(() => ({ data: { id: "one" } }));

    expect(result.statusCode).toBe(500);
  });

  it("logs a failed statement without user input", async () => {
    const misread = statement({
      name: "misread",
      effect: "reads",
      build: ({ email, password }: { readonly email: string; readonly password: string }) =>
        sql`SELECT ${email}::int, ${password}::text`,
    });
    const input = { email: "ada@example.com", password: "hunter2" };
    const { result, logged } = await probe(() => misread(database().db, input));

    expect(result.statusCode).toBe(500);
    expect(logged.find(({ event }) => event === "request.failed")?.fields).toMatchObject({
      code: "22P02",
      query: "SELECT $1::int, $2::text",
    });
    expect(JSON.stringify(logged)).not.toMatch(/ada@example|hunter2/);
  });

  it("logs only the name of an error of reading the credentials, since its message may quote the secret", async () => {
    const cause = Object.assign(new Error("hunter2 is no JSON"), { name: "AccessDeniedException" });
    const { result, logged } = await probe(
      failing(new CredentialsUnavailableError("They could not be read.", { cause })),
    );

    expect(result.statusCode).toBe(503);
    expect(logged.find(({ event }) => event === "request.rejected")?.fields).toMatchObject({
      errorName: "CredentialsUnavailableError",
      causes: ["AccessDeniedException"],
    });
    expect(JSON.stringify(logged)).not.toContain("hunter2");
  });

  it.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "CONNECT_TIMEOUT",
    "CONNECTION_CLOSED",
    "CONNECTION_ENDED",
    "CONNECTION_DESTROYED",
    "CREDENTIALS_UNAVAILABLE",
    "57P01",
    "57P02",
    "57P03",
    "53300",
    "28P01",
  ])("[ERR-17] returns 503 with Retry-After when the database is not reachable: %s", async (code) => {
    const { result } = await probe(failing(Object.assign(new Error("10.0.0.7:5432"), { code })));

    expect(result.statusCode).toBe(503);
    expect(result.headers?.["retry-after"]).toMatch(/^\d+$/);
    expect(result.body).not.toContain("10.0.0.7");
  });

  it("returns 500 for an invalid statement", async () => {
    const { result } = await probe(failing(Object.assign(new Error("syntax error"), { code: "42601" })));

    expect(result.statusCode).toBe(500);
  });

  it("[ERR-17] returns 503 when the database cannot be reached for the token", async () => {
    const { connect } = await import("../../db/client.ts");
    const unreachable = connect({ ...database().connection, port: 1, connectTimeoutSeconds: 1, max: 1 });

    const { result } = await probe(() => ({ data: { id: 1 } }), { db: unreachable.db });
    await unreachable.end();

    expect(result.statusCode).toBe(503);
    expect(result.headers).not.toHaveProperty("x-ratelimit-limit");
  });

  it("does not change the event", async () => {
    const { deps } = createApi(database().db);
    const caller = await createCaller(database().db);
    const handler = endpoint(
      contract,
      () => deps,
      async () => ({ data: { id: 1 } }),
    );
    const event = httpApiEvent({ method: "GET", path: "/api/v1/probe", token: caller.token });
    const before = structuredClone(event);

    await handler(event, lambdaContext);

    expect(event).toEqual(before);
  });

  it("fails the function when its environment is incomplete", async () => {
    const handler = endpoint(
      contract,
      failing(new Error("DATABASE_HOST: missing")) as () => EdgeDependencies,
      async () => ({
        data: { id: 1 },
      }),
    );

    await expect(handler(httpApiEvent({ method: "GET", path: "/probe" }), lambdaContext)).rejects.toThrow(
      "DATABASE_HOST",
    );
  });
});
