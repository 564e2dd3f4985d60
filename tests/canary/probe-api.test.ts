import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { API_PREFIX } from "../../functions/endpoints.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import { createCallApi } from "../../lib/canary/api-call.ts";
import { probeApi } from "../../lib/canary/probe-api.ts";
import { accountEmail } from "../../lib/canary/visit-api.ts";
import { createUser } from "../../lib/operations/create-user.ts";
import { createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useDatabase();
let hosts = 120;

/** The probe against the real handlers; `status` replaces what a path returns. */
function createProbe(password: string, status: Readonly<Record<string, number>> = {}) {
  const { db } = database();
  const api = createApi(db);
  const calls: string[] = [];
  // Five logins a minute are allowed from an address.
  const sourceIp = `203.0.113.${hosts++}`;
  const send: typeof fetch = async (address, init = {}) => {
    const path = new URL(String(address)).pathname.slice(API_PREFIX.length);
    const method = init.method === "POST" ? "POST" : "GET";
    const token = new Headers(init.headers).get("authorization")?.replace("Bearer ", "");
    const body = typeof init.body === "string" ? { body: JSON.parse(init.body) } : {};
    const response = await api.request({ method, path, sourceIp, ...body, ...(token ? { token } : {}) });
    calls.push(`${method} ${path} ${response.status}`);
    return new Response(response.text || null, { status: status[path] ?? response.status });
  };
  const kept: { token?: string } = {};
  const probe = () =>
    probeApi({
      createAccount: async (account) => {
        await createUser({ db, passwords: createPasswords(4), randomBytes }, account);
        calls.push("create-user");
      },
      call: createCallApi(`https://api.example${API_PREFIX}`, send),
      log: silentLog,
      now: () => new Date(),
      credentials: async () => ({ username: "canary", password }),
      kept,
    });
  const tokens = () =>
    db.execute<{ kind: string; hours: number }>(sql`
      SELECT t.kind, round(extract(epoch FROM t.expires_at - clock_timestamp()) / 3600)::int AS hours
      FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE u.email = ${accountEmail("canary", password)}`);
  return { calls, kept, probe, tokens };
}

const entered = ["POST /account/api-tokens 201", "POST /auth/logout 204", "GET /apps 200"];

describe("the probe", () => {
  it("logs in once, and then sends one request that reaches the database", async () => {
    const { calls, probe } = createProbe("probe battery");

    await probe();
    expect(calls.splice(0)).toEqual(["POST /auth/login 401", "create-user", "POST /auth/login 200", ...entered]);

    await probe();
    await probe();
    expect(calls).toEqual(["GET /apps 200", "GET /apps 200"]);
  });

  it("leaves a token that reads alone and expires within hours, and none that does not", async () => {
    const { probe, tokens } = createProbe("probe staple");

    await probe();
    expect([...(await tokens())]).toEqual([{ kind: "api", hours: 6 }]);
  });

  it("logs in anew when its token is no longer valid, as after a restore", async () => {
    const { calls, kept, probe } = createProbe("probe horse");
    await probe();
    calls.length = 0;

    kept.token = "1|deleted";
    await probe();
    expect(calls).toEqual(["GET /apps 401", "POST /auth/login 200", ...entered]);
  });

  it.each([500, 503])("fails by %s", async (status) => {
    const { kept, probe } = createProbe(`probe ${status} battery`);
    await probe();

    const failing = createProbe(`probe ${status} battery`, { "/apps": status });
    Object.assign(failing.kept, kept);
    await expect(failing.probe()).rejects.toThrow(`GET /apps returned ${status}; expected 200.`);
  });
});
