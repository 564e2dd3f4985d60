import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { useApi } from "../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const LIMIT = 20;

/** An API in which a search for "rejected" and one for "broken" fail, the one foreseen and the other not. */
async function createScenario() {
  const { db } = database();
  const api = createApi(db, { requestsPerMinute: LIMIT });
  api.stores.android.scriptSearch("rejected", "us", storeFailure("http_5xx"));
  const searchAndroid = api.stores.android.searchApps;
  Object.assign(api.stores.android, {
    searchApps: async (request: Parameters<typeof searchAndroid>[0], context: Parameters<typeof searchAndroid>[1]) => {
      if (request.term === "broken") throw new TypeError("nobody foresaw this");
      return searchAndroid(request, context);
    },
  });
  return { api, caller: await createCaller(db), reader: await createCaller(db, ["read"]) };
}

type Scenario = Awaited<ReturnType<typeof createScenario>>;
const cases: readonly (readonly [number, (scenario: Scenario) => ReturnType<Scenario["api"]["get"]>])[] = [
  [200, ({ api, caller }) => api.get("/countries", caller)],
  [400, ({ api, caller }) => api.post("/apps", "{ not json", caller)],
  [403, ({ api, reader }) => api.post("/apps", {}, reader)],
  [404, ({ api, caller }) => api.get("/apps/ios/unknown", caller)],
  [413, ({ api, caller }) => api.post("/apps", "x".repeat(256 * 1024 + 1), caller)],
  [
    415,
    ({ api, caller }) =>
      api.request({
        method: "POST",
        path: "/apps",
        token: caller.token,
        body: "{}",
        headers: { "content-type": "text/plain" },
      }),
  ],
  [422, ({ api, caller }) => api.get("/apps?per_page=0", caller)],
  [500, ({ api, caller }) => api.get("/apps/search?platform=android&term=broken", caller)],
  [502, ({ api, caller }) => api.get("/apps/search?platform=android&term=rejected", caller)],
];

describe("the headers of the rate limit", () => {
  it.each(cases)("[REQ-6] are X-RateLimit-Limit and X-RateLimit-Remaining on a %i", async (status, send) => {
    const response = await send(await createScenario());

    expect(response.status).toBe(status);
    expect(response.headers["x-ratelimit-limit"]).toBe(String(LIMIT));
    expect(response.headers["x-ratelimit-remaining"]).toBe(String(LIMIT - 1));
    expect(response.headers).not.toHaveProperty("x-ratelimit-reset");
  });

  it("are on a 201 of register, a 200 and a 401 of login, and a 204 of logout", async () => {
    const { api } = await setUp();
    const sourceIp = "192.0.2.1";
    const body = { name: "Ada", email: "ada@example.com", password: "correct horse" };
    const confirmed = { ...body, password_confirmation: body.password };
    const send = (path: string, payload: unknown) => api.request({ method: "POST", path, body: payload, sourceIp });

    const responses = [
      await send("/auth/register", confirmed),
      await send("/auth/login", body),
      await send("/auth/login", { ...body, password: "wrong horse" }),
    ];
    const token = responses[0]?.body.data.token;
    responses.push(await api.request({ method: "POST", path: "/auth/logout", token }));

    expect(responses.map(({ status }) => status)).toEqual([201, 200, 401, 204]);
    expect(responses.map(({ headers }) => headers["x-ratelimit-limit"])).toEqual(["5", "5", "5", "5"]);
    expect(responses.map(({ headers }) => headers["x-ratelimit-remaining"])).toEqual(["4", "3", "2", "4"]);
  });

  it("[ERR-15] show on a 429 when to retry, in seconds and as Unix time", async () => {
    const { db, api, caller } = await setUp({ requestsPerMinute: 1 });
    await api.get("/countries", caller);

    const { status, headers, body } = await api.get("/countries", caller);

    const [window] = await db.execute<{ ends_at: number }>(sql`
      SELECT extract(epoch FROM window_started_at)::float8 + 60 AS ends_at FROM rate_limits
      WHERE bucket = ${`user:${caller.user.id}`}`);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      type: "urn:shelfwatch:problem:rate-limited",
      title: "Too Many Requests",
      status: 429,
    });
    expect(headers).toMatchObject({ "x-ratelimit-limit": "1", "x-ratelimit-remaining": "0" });
    expect(headers["x-ratelimit-reset"]).toBe(String(Math.ceil(Number(window?.ends_at))));
    expect(headers["retry-after"]).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });

  it("[REQ-6] are absent when the request was not counted", async () => {
    const { api } = await setUp();

    const rejected = [await api.get("/nowhere"), await api.request({ method: "PUT", path: "/countries" })];

    expect(rejected.map(({ status }) => status)).toEqual([404, 405]);
    for (const { headers } of rejected) expect(Object.keys(headers).join()).not.toContain("ratelimit");
  });
});
