import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";

import type { Db } from "../../db/client.ts";
import { insertToken } from "../../db/queries/accounts/access-tokens.ts";
import { countries } from "../../db/seeds/countries.ts";
import { allEndpoints } from "../../functions/endpoints.ts";
import { handler as respondToUnknownRoute } from "../../functions/fallback/respond-to-unknown-route.ts";
import { prod } from "../../infra/aws/stages.ts";
import type { RefreshStaleAppDependencies } from "../../lib/apps/refresh-stale-app.ts";
import type { FollowLimit } from "../../lib/apps/track-app.ts";
import { formatToken, hashSecret, newTokenSecret } from "../../lib/auth/access-token.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import type { ShowChartDependencies } from "../../lib/charts/show-chart.ts";
import type { Ability } from "../../lib/domain/api-token.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { UrlRules } from "../../lib/domain/webhook.ts";
import { API_PREFIX, type Contract, fullPath } from "../../lib/http/contract.ts";
import type { TrackKeywordsDependencies } from "../../lib/keywords/track-keywords.ts";
import type { FindClientDependencies } from "../../lib/oauth/find-client.ts";
import type { OAuthSettings } from "../../lib/oauth/show-server.ts";
import type { ChartMessage, KeywordMessage } from "../../lib/queues/messages.ts";
import { delaysOf, type SendOptions, type SyncQueues } from "../../lib/queues/work-queues.ts";
import type { Measure } from "../../lib/runtime/telemetry.ts";
import type { SessionDependencies } from "../../lib/sessions/open-session.ts";
import {
  type EndpointDependencies,
  type LiveRequestDependencies,
  wireChartRequests,
  wireEndpoint,
  wireKeywordTracking,
  wireLiveRequests,
  wireSyncRequests,
} from "../../lib/wiring/endpoints.ts";
import type { TestDb } from "./database.ts";
import { undocumentedIn } from "./documented-responses.ts";
import { createUser, type User } from "./factories.ts";
import { createFakeStore, type FakeStore } from "./fake-store.ts";
import { recordedQueues } from "./recorded-queues.ts";
import { httpApiEvent, lambdaContext, type TestRequest } from "./requests.ts";

export type ApiDependencies = EndpointDependencies &
  SessionDependencies &
  LiveRequestDependencies &
  FollowLimit &
  FindClientDependencies & { readonly oauth: OAuthSettings } & {
    readonly urlRules: UrlRules;
    readonly email: "on" | "off";
  } & Omit<RefreshStaleAppDependencies & ShowChartDependencies & TrackKeywordsDependencies, "correlationId">;

export type ApiResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Parsed; undefined when there is none. The tests that read it say what it is. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on the shape that it reads
  readonly body: any;
  readonly text: string | undefined;
  /** Of the body as it is sent, compressed or not. */
  readonly sentBytes: number;
};

export type LogLine = { readonly level: string; readonly event: string; readonly fields: Record<string, unknown> };

export type Caller = { readonly user: User; readonly token: string; readonly tokenId: number };

type SentKeyword = {
  readonly platform: Platform;
  readonly message: KeywordMessage;
  readonly delaySeconds: number;
};
type SentChart = { readonly platform: Platform; readonly message: ChartMessage; readonly delaySeconds: number };

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;
type EndpointModule = { readonly handler: { using(provide: () => ApiDependencies): Handler } };

/** Paths of sessions, whole paths of the API, files of feeds, links of mails, and paths of OAuth. */
const outsideTheApi = /^\/(?:api\/|feeds\/[^/?]+\.|unsubscribe\/|confirm-email\/|oauth\/|\.well-known\/)/;

/** bcrypt's least cost: tests hash many passwords. */
const TEST_COST = 4;

const routes = allEndpoints.map((definition) => {
  const names = [...definition.contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pattern = fullPath(definition.contract).replaceAll(/\{\w+\}/g, "([^/]+)");
  return { ...definition, names, pattern: new RegExp(`^${pattern}$`) };
});

/** The whole API in this process, as `prod` has it: the real handlers on a real database, queues and stores in memory. */
export function createApi(
  db: Db,
  { queues: ownQueues, ...overrides }: Partial<ApiDependencies> & { readonly queues?: SyncQueues } = {},
) {
  const { sent, queues: recorded } = recordedQueues();
  const queues = ownQueues ?? recorded;
  const sentCharts: SentChart[] = [];
  const sentKeywords: SentKeyword[] = [];
  const logged: LogLine[] = [];
  const measured: Readonly<Record<string, unknown>>[] = [];
  const stores: Record<"ios" | "android", FakeStore> = {
    ios: createFakeStore("ios"),
    android: createFakeStore("android"),
  };
  const log = (level: string) => (event: string, fields: object) => {
    logged.push({ level, event, fields: { ...fields } });
  };
  const ports = {
    db,
    log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
    measure: (...[name, value, dimensions]: Parameters<Measure>) => void measured.push({ name, value, ...dimensions }),
    now: overrides.now ?? (() => new Date()),
    newId: randomUUID,
    sleep,
    countries,
    connect: (platform: Platform) => stores[platform],
    queues: {
      syncs: queues,
      charts: {
        async send(platform: Platform, messages: readonly ChartMessage[], options?: SendOptions<ChartMessage>) {
          const delayOf = delaysOf(options);
          sentCharts.push(...messages.map((message) => ({ platform, message, delaySeconds: delayOf(message) })));
        },
      },
      keywords: {
        async send(platform: Platform, messages: readonly KeywordMessage[], options?: SendOptions<KeywordMessage>) {
          const delayOf = delaysOf(options);
          sentKeywords.push(...messages.map((message) => ({ platform, message, delaySeconds: delayOf(message) })));
        },
      },
    },
  };
  const deps: ApiDependencies = {
    ...wireEndpoint(ports, prod),
    ...wireSyncRequests(ports, prod),
    ...wireChartRequests(ports, prod),
    ...wireLiveRequests(ports, prod),
    ...wireKeywordTracking(ports, prod),
    passwords: createPasswords(TEST_COST),
    randomBytes,
    session: prod.session,
    urlRules: prod.webhooks,
    email: "on",
    oauth: { registration: "open", documents: "on" },
    readDocument: undefined,
    ...overrides,
  };

  // As in a function: one handler serves all requests, with the schemas that the first one built.
  const handlers = new Map<string, Promise<Handler>>();
  const handlerOf = (entry: string): Promise<Handler> => {
    const handler = handlers.get(entry) ?? loadHandler(entry, deps);
    handlers.set(entry, handler);
    return handler;
  };

  const request = async (input: TestRequest): Promise<ApiResponse> => {
    const path = outsideTheApi.test(input.path) ? input.path : API_PREFIX + input.path;
    const [encodedPath = ""] = path.split("?");
    const found = findRoute(input.method, encodedPath);
    const event = httpApiEvent({ ...input, path }, found?.params);
    const handler = found === undefined ? respondToUnknownRoute : await handlerOf(found.entry);
    const response = toResponse(await handler(event, lambdaContext));
    if (found !== undefined && found.contract.prefix === undefined) requireDocumented(found.contract, response);
    return response;
  };

  return {
    deps,
    sent,
    sentCharts,
    sentKeywords,
    logged,
    measured,
    stores,
    request,
    get: (path: string, caller?: Caller) => request({ method: "GET", path, ...tokenOf(caller) }),
    post: (path: string, body?: unknown, caller?: Caller) =>
      request({ method: "POST", path, body, ...tokenOf(caller) }),
    delete: (path: string, caller?: Caller) => request({ method: "DELETE", path, ...tokenOf(caller) }),
  };
}

/** A user with a token of these abilities. */
export async function createCaller(db: TestDb, abilities: readonly Ability[] = ["read", "write"]): Promise<Caller> {
  const user = await createUser(db);
  return { user, ...(await issueToken(db, user.id, abilities)) };
}

export async function issueToken(db: Db, userId: number, abilities: readonly Ability[] = ["read", "write"]) {
  const secret = newTokenSecret(randomBytes);
  const tokenId = await insertToken(db, { userId, name: "test", secretHash: hashSecret(secret), abilities });
  return { tokenId, token: formatToken({ id: tokenId, secret }) };
}

function tokenOf(caller: Caller | undefined): { token?: string } {
  return caller === undefined ? {} : { token: caller.token };
}

/** As the gateway routes: the path decided first, its parameters decoded once. */
function findRoute(method: string, encodedPath: string) {
  for (const { contract, entry, names, pattern } of routes) {
    const match = contract.method === method ? pattern.exec(encodedPath) : null;
    if (match === null) continue;
    const params = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? "")]);
    return { contract, entry, params: Object.fromEntries(params) as Record<string, string> };
  }
  return undefined;
}

async function loadHandler(entry: string, deps: ApiDependencies): Promise<Handler> {
  const [, folder, name] = /^functions\/([^/]+)\/([^/.]+)\.ts$/.exec(entry) ?? [];
  const module: EndpointModule = await import(`../../functions/${folder}/${name}.ts`);
  return module.handler.using(() => deps);
}

/** Whatever a test requests, the response is one that the OpenAPI document describes. */
function requireDocumented(contract: Contract, { status, headers, body }: ApiResponse): void {
  const contentType = headers["content-type"];
  const found = undocumentedIn(contract, { status, contentType, headers: Object.keys(headers), body });
  if (found.length > 0) throw new Error(`${contract.operation} returned what is not documented: ${found.join("; ")}`);
}

function toResponse(result: APIGatewayProxyStructuredResultV2): ApiResponse {
  const sent = Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const headers: ApiResponse["headers"] = Object.fromEntries(sent);
  const bytes = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8");
  const decoded = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  const text = result.body === undefined ? undefined : decoded.toString();
  return {
    status: result.statusCode ?? 200,
    headers,
    cookies: result.cookies ?? [],
    text,
    body: text !== undefined && headers["content-type"]?.includes("json") ? JSON.parse(text) : undefined,
    sentBytes: bytes.length,
  };
}
