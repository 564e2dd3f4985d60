import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoints } from "../../functions/endpoints.ts";
import { DATABASE_NAME } from "../../infra/local/database.ts";
import type { ShelfwatchHost } from "../../infra/local/start-host.ts";
import { undocumentedIn } from "../support/documented-responses.ts";
import { connectForTest } from "../support/test-connection.ts";
import { learn, nothingFound } from "./fixtures/found.ts";
import { email, type Operation, operations, session } from "./fixtures/operations.ts";

type Host = () => ShelfwatchHost;

/** Reads that differ from others in their statements alone. */
const readsOfHistory = /(ratings|rankings|movers|keyword|explorer|diff|availability|prices|facts|installs|similar)/;
/** Operations without which those find nothing. */
const before = new Set([
  "POST /auth/register",
  "POST /auth/login",
  "GET /apps/search",
  "POST /apps",
  "POST /apps/{platform}/{external_id}/sync",
  "GET /apps/{platform}/{external_id}/sync-status",
  "GET /charts",
  "POST /apps/{platform}/{external_id}/competitors",
]);

/** Tests every operation over HTTP but the reads of history. */
export function describeOperations(host: Host): void {
  describe("over HTTP on the local service", () => {
    it("knows every operation", () => {
      const routes = endpoints.map(({ contract }) => `${contract.method} ${contract.path}`);

      expect(operations.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
    });

    const { token } = describeEach(
      host,
      operations.filter(({ route }) => !readsOfHistory.test(route)),
    );
    describeAfterwards(host, token);
  });
}

/** Tests the reads of history over HTTP. */
export function describeReadsOfHistory(host: Host): void {
  const called = operations.filter(({ route }) => readsOfHistory.test(route) || before.has(route));
  describe("reads of history over HTTP on the local service", () => void describeEach(host, called));
}

/** Tests operations one after the other, as one user. Returns the user's token. */
function describeEach(host: Host, called: readonly Operation[]) {
  let token: string | undefined;
  const found = nothingFound();

  async function send({ route, path, body, sender }: Operation) {
    const [method = ""] = route.split(" ");
    const presented = sender === "first_token" ? found.firstToken : token;
    const response = await fetch(`${host().url}/api/v1${path(found)}`, {
      method,
      headers: {
        ...(presented === undefined ? {} : { authorization: `Bearer ${presented}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body(found)) }),
      signal: AbortSignal.timeout(30_000),
    });
    return { response, text: await response.text() };
  }

  function undocumented(route: string, { status, headers }: Response, text: string) {
    const [method = "", path = ""] = route.split(" ");
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const contentType = headers.get("content-type") ?? undefined;
    return undocumentedIn({ method, path }, { status, contentType, headers: [...headers.keys()], body });
  }

  it.each(called)("[SVC-2 SVC-10] responds to $route with $status", async (operation) => {
    const { data: expected } = operation;
    const schema = typeof expected === "function" ? expected(found) : expected;
    const { response, text } = operation.settles
      ? await settled(operation, schema === "problem" ? null : schema)
      : await send(operation);

    expect([response.status, text === ""]).toEqual([operation.status, schema === null]);
    expect(undocumented(operation.route, response, text)).toEqual([]);
    if (schema === null || schema === "problem") return;
    const { data } = z.object({ data: schema }).parse(JSON.parse(text));
    keepToken(operation.route, data);
    learn(found, operation.route, data);
  });

  async function settled(operation: Operation, schema: z.ZodType | null) {
    const body = z.object({ data: schema ?? z.never() });
    let last = await send(operation);
    const isSettled = async () => {
      last = await send(operation);
      return body.safeParse(JSON.parse(last.text)).success;
    };
    await expect.poll(isSettled, { timeout: 200_000, interval: 250 }).toBe(true);
    return last;
  }

  /** The token of the login takes the place of the one before. */
  function keepToken(route: string, data: unknown): void {
    if (route === "POST /auth/register") found.firstToken = session.parse(data).token;
    if (route === "POST /auth/login") token = session.parse(data).token;
  }
  return { token: () => token };
}

/** Tests what the operations leave behind, of which the last deletes its user. */
function describeAfterwards(host: Host, token: () => string | undefined): void {
  it("[AUTH-4] stores passwords as bcrypt hashes of 12 rounds", async () => {
    const connection = connectForTest({ ...host().postgres, database: DATABASE_NAME });
    const rows = await connection.db
      .execute<{ email: string; password: string }>(sql`SELECT email, password FROM users`)
      .finally(connection.end);

    // The user of the operations has deleted their account.
    expect(rows.map((row) => row.email)).not.toContain(email);
    expect(rows).not.toEqual([]);
    for (const { password } of rows) expect(password).toMatch(/^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/);
  });

  it.each([
    ["/api/documentation", "text/html"],
    ["/api/documentation/openapi.json", "application/json"],
  ])("[DOC-2] serves the documentation at %s, without a token", async (path, type) => {
    const response = await fetch(host().url + path);

    expect([response.status, response.headers.get("content-type")]).toEqual([200, expect.stringContaining(type)]);
  });

  it("[AUTH-10] rejects a revoked token", async () => {
    expect((await fetch(`${host().url}/api/v1/apps`, { headers: { authorization: `Bearer ${token()}` } })).status).toBe(
      401,
    );
  });
}
