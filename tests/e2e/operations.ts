import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoints } from "../../functions/endpoints.ts";
import { DATABASE_NAME } from "../../infra/local/prepare-database.ts";
import type { ShelfwatchHost } from "../../infra/local/start-host.ts";
import { runSmoke } from "../smoke/deployed/run-smoke.ts";
import { undocumentedIn } from "../support/documented-responses.ts";
import { connectForTest } from "../support/test-connection.ts";

const PASSWORD = "a long password";
const email = `${crypto.randomUUID()}@example.com`;

const user = z.strictObject({ id: z.int(), name: z.literal("Ada"), email: z.literal(email) });
const session = z.strictObject({ user, token: z.string() });
const some = z.array(z.looseObject({})).nonempty();
const listed = z.looseObject({ platform: z.literal("ios"), external_id: z.string() });

/** What earlier operations have found for later ones: an app, two more of the store's, a publisher and a link. */
type Found = { app: string; rival: number; sibling: string; publisher: string; link: number };
type Operation = {
  readonly route: string;
  /** In place of the route's own path, parameters filled in. */
  readonly path: (found: Found) => string;
  readonly body?: (found: Found) => object;
  readonly status: number;
  /** Of `data`; null where there is no body. */
  readonly data: ((found: Found) => z.ZodType) | z.ZodType | null;
  /** Its work goes on behind it: it is requested again until `data` is as it should be. */
  readonly settles?: true;
};

const app = (rest: string) => (found: Found) => `/apps/ios/${found.app}${rest}`;
const publisher = (rest: string) => (found: Found) => `/publishers/ios/${found.publisher}${rest}`;
const at = (path: string) => () => path;

const thePublisher = (found: Found) =>
  z.looseObject({ platform: z.literal("ios"), external_id: z.literal(found.publisher), name: z.string().min(1) });

/** In this order one user does it all. */
const operations: readonly Operation[] = [
  {
    route: "POST /auth/register",
    path: at("/auth/register"),
    body: () => ({ name: "Ada", email, password: PASSWORD, password_confirmation: PASSWORD }),
    status: 201,
    data: session,
  },
  {
    route: "POST /auth/login",
    path: at("/auth/login"),
    body: () => ({ email, password: PASSWORD }),
    status: 200,
    data: session,
  },
  { route: "GET /countries", path: at("/countries"), status: 200, data: some },
  { route: "GET /apps/search", path: at("/apps/search?platform=ios&term=weather"), status: 200, data: some },
  {
    route: "POST /apps",
    path: at("/apps"),
    body: (found) => ({ platform: "ios", external_id: found.app }),
    status: 201,
    data: listed,
  },
  { route: "GET /apps", path: at("/apps"), status: 200, data: z.array(listed).length(1) },
  {
    route: "POST /apps/{platform}/{external_id}/sync",
    path: app("/sync"),
    status: 202,
    data: z.looseObject({ status: z.enum(["queued", "processing"]) }),
  },
  {
    route: "GET /apps/{platform}/{external_id}/sync-status",
    path: app("/sync-status"),
    status: 200,
    data: z.looseObject({ status: z.literal("completed") }),
    settles: true,
  },
  {
    route: "GET /apps/{platform}/{external_id}",
    path: app(""),
    status: 200,
    data: listed,
  },
  {
    route: "GET /apps/{platform}/{external_id}/listing",
    path: app("/listing?country_code=us&locale=en-US"),
    status: 200,
    data: z.looseObject({ locale: z.literal("en-US"), title: z.string() }),
  },
  {
    route: "GET /charts",
    path: at("/charts?platform=ios&collection=top_free&country_code=us"),
    status: 200,
    data: z.tuple([z.looseObject({ rank: z.literal(1), platform: z.literal("ios") })], z.looseObject({})),
    settles: true,
  },
  {
    route: "GET /publishers/search",
    path: at("/publishers/search?platform=ios&term=weather&country_code=us"),
    status: 200,
    data: z.array(z.looseObject({ platform: z.literal("ios"), app_count: z.int().min(1) })).nonempty(),
  },
  {
    route: "GET /publishers",
    path: at("/publishers"),
    status: 200,
    data: (found) => z.tuple([thePublisher(found).extend({ apps_count: z.literal(1) })]),
  },
  {
    route: "GET /publishers/{platform}/{external_id}",
    path: publisher(""),
    status: 200,
    data: (found) =>
      z.strictObject({
        publisher: thePublisher(found),
        apps: z.tuple([z.looseObject({ external_id: z.literal(found.app) })]),
      }),
  },
  {
    route: "GET /publishers/{platform}/{external_id}/store-apps",
    path: publisher("/store-apps"),
    status: 200,
    data: (found) =>
      some.refine((apps) => apps.some(({ external_id }) => external_id === found.app), "leaves out the tracked app"),
  },
  {
    route: "POST /publishers/{platform}/{external_id}/import",
    path: publisher("/import"),
    body: (found) => ({ external_ids: [found.sibling] }),
    status: 202,
    data: z.array(listed).length(1),
  },
  {
    route: "POST /apps/{platform}/{external_id}/competitors",
    path: app("/competitors"),
    body: (found) => ({ competitor_app_id: found.rival }),
    status: 201,
    data: z.looseObject({ id: z.int(), relationship: z.literal("direct") }),
  },
  {
    route: "GET /apps/{platform}/{external_id}/competitors",
    path: app("/competitors"),
    status: 200,
    data: some,
  },
  { route: "GET /competitors", path: at("/competitors"), status: 200, data: some },
  {
    route: "DELETE /apps/{platform}/{external_id}/competitors/{competitor_id}",
    path: (found) => `/apps/ios/${found.app}/competitors/${found.link}`,
    status: 204,
    data: null,
  },
  { route: "GET /auth/me", path: at("/auth/me"), status: 200, data: user },
  { route: "POST /auth/logout", path: at("/auth/logout"), status: 204, data: null },
];

type Host = () => ShelfwatchHost;
type Extent = { readonly runsSmoke: boolean };

/** Tests every operation over HTTP, and with `runsSmoke` calls them once more as the smoke test of deployed services. */
export function describeOperations(host: Host, extent: Extent): void {
  describe("over HTTP on the local service", () => describeEach(host, extent));
}

function describeEach(host: Host, { runsSmoke }: Extent): void {
  let token: string | undefined;
  const found: Found = { app: "", rival: 0, sibling: "", publisher: "", link: 0 };

  async function send({ route, path, body }: Operation) {
    const [method = ""] = route.split(" ");
    const response = await fetch(`${host().url}/api/v1${path(found)}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
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

  it("knows every operation", () => {
    const routes = endpoints.map(({ contract }) => `${contract.method} ${contract.path}`);

    expect(operations.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
  });

  it.each(operations)("[SVC-2 SVC-10] responds to $route with $status", async (operation) => {
    const schema = typeof operation.data === "function" ? operation.data(found) : operation.data;
    const { response, text } = operation.settles ? await settled(operation, schema) : await send(operation);

    expect([response.status, text === ""]).toEqual([operation.status, schema === null]);
    expect(undocumented(operation.route, response, text)).toEqual([]);
    if (schema === null) return;
    const { data } = z.object({ data: schema }).parse(JSON.parse(text));
    learn(operation.route, data);
  });

  it("[AUTH-4] stores the password as a bcrypt hash of 12 rounds", async () => {
    const connection = connectForTest({ ...host().postgres, database: DATABASE_NAME });
    const rows = await connection.db
      .execute<{ password: string }>(sql`SELECT password FROM users WHERE email = ${email}`)
      .finally(connection.end);

    expect(rows).toEqual([{ password: expect.stringMatching(/^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/) }]);
  });

  it.each([
    ["/api/documentation", "text/html"],
    ["/api/documentation/openapi.json", "application/json"],
  ])("[DOC-2] serves the documentation at %s, without a token", async (path, type) => {
    const response = await fetch(host().url + path);

    expect([response.status, response.headers.get("content-type")]).toEqual([200, expect.stringContaining(type)]);
  });

  it("[AUTH-10] rejects a revoked token", async () => {
    expect((await fetch(`${host().url}/api/v1/apps`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
  });

  it.runIf(runsSmoke)("passes the smoke test of deployed services, which prints no secret", async () => {
    const said: string[] = [];
    const options = { url: host().url, account: undefined, documentation: "on", waitSeconds: 120 } as const;

    expect(await runSmoke(options, (line) => said.push(line))).toBe(0);
    expect(said.at(-1)).toMatch(/^All \d+ steps passed in \d+ s\.$/);
    expect(said.slice(1, -1).filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect(said.join("\n")).not.toMatch(/[\w-]{32}/);
  });

  async function settled(operation: Operation, schema: z.ZodType | null) {
    const body = z.object({ data: schema ?? z.never() });
    let last = await send(operation);
    const isSettled = async () => {
      last = await send(operation);
      return body.safeParse(JSON.parse(last.text)).success;
    };
    await expect.poll(isSettled, { timeout: 120_000, interval: 250 }).toBe(true);
    return last;
  }

  const hits = z
    .array(z.object({ id: z.int(), external_id: z.string(), publisher: z.object({ external_id: z.string() }) }))
    .min(2);
  const storeApps = z.array(z.object({ external_id: z.string() })).nonempty();

  function learn(route: string, data: unknown): void {
    if (route === "POST /auth/login") token = session.parse(data).token;
    if (route === "GET /apps/search") {
      const [first, second] = hits.parse(data);
      Object.assign(found, {
        app: first?.external_id,
        publisher: first?.publisher.external_id,
        rival: second?.id,
      });
    }
    if (route.endsWith("/store-apps")) found.sibling = storeApps.parse(data)[0]?.external_id ?? "";
    if (route.startsWith("POST") && route.endsWith("/competitors")) {
      found.link = z.object({ id: z.int() }).parse(data).id;
    }
  }
}
