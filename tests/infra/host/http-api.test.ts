import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../infra/local/host/environment.ts";
import { createHttpApi, decodePath } from "../../../infra/local/host/http-api.ts";
import type { ReceivedRequest } from "../../../infra/local/host/http-payload.ts";
import { unthrottled } from "../../../infra/local/host/model.ts";

const routes = [
  { routeKey: "GET /apps/{platform}/{external_id}", functionArn: "show", timeoutMs: 1_000, isPermitted: true },
  {
    routeKey: "GET /apps/{platform}/{external_id}/listing",
    functionArn: "listing",
    timeoutMs: 1_000,
    isPermitted: true,
  },
  { routeKey: "GET /apps/search/{term}", functionArn: "search", timeoutMs: 1_000, isPermitted: true },
  { routeKey: "ANY /files/{path+}", functionArn: "files", timeoutMs: 1_000, isPermitted: true },
  { routeKey: "$default", functionArn: "fallback", timeoutMs: 1_000, isPermitted: true },
];

function request(target: string, overrides: Partial<ReceivedRequest> = {}): ReceivedRequest {
  return { method: "GET", target, headers: {}, body: Buffer.alloc(0), sourceIp: "127.0.0.1", ...overrides };
}

/** What the function of the matching route is given. */
async function eventOf(received: ReceivedRequest): Promise<Record<string, unknown>> {
  const api = createHttpApi({ routes, cors: undefined, throttles: unthrottled }, async (functionArn, event) => ({
    ok: true,
    payload: JSON.stringify({ functionArn, ...Object(event) }),
  }));
  return JSON.parse((await api(received)).body.toString());
}

async function responseTo(outcome: Outcome | Promise<Outcome>, timeoutMs = 1_000) {
  const onlyRoute = { routeKey: "$default", functionArn: "it", timeoutMs, isPermitted: true };
  const api = createHttpApi({ routes: [onlyRoute], cors: undefined, throttles: unthrottled }, async () => outcome);
  const { statusCode, headers, body } = await api(request("/"));
  return { statusCode, headers, body: body.toString() };
}

describe("decoding a path", () => {
  it.each([
    ["/a%20b", "/a b"],
    ["/a+b", "/a+b"],
    ["/C%252B%252B%2BApps", "/C%2B%2B+Apps"],
    ["/a%2Fb", "/a/b"],
    ["/caf%C3%A9", "/café"],
    ["/a%3Fb/c", "/a"],
    ["/a%zz", undefined],
  ])("decodes %s once to %s", (path, decoded) => {
    expect(decodePath(path)).toBe(decoded);
  });
});

describe("finding a route", () => {
  it.each([
    ["/apps/ios/123", "show"],
    ["/apps/ios/123/listing", "listing"],
    ["/apps/search/notes", "search"],
    ["/files/a/b/c", "files"],
    ["/apps/ios/123/", "fallback"],
    ["/apps/ios/12%2F3", "fallback"],
    ["/nothing", "fallback"],
  ])("sends %s to %s", async (target, functionArn) => {
    expect((await eventOf(request(target))).functionArn).toBe(functionArn);
  });

  it("returns 404 in the gateway's own shape when there is no default route", async () => {
    const api = createHttpApi({ routes: [], cors: undefined, throttles: unthrottled }, async () => ({
      ok: true,
      payload: "{}",
    }));

    const { statusCode, body } = await api(request("/x"));

    expect([statusCode, body.toString()]).toEqual([404, '{"message":"Not Found"}']);
  });
});

describe("the event", () => {
  it("has decoded path parameters and the raw query", async () => {
    const event = await eventOf(request("/apps/ios/a%20b?k[]=1&k[]=2&empty="));

    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "GET /apps/{platform}/{external_id}",
      rawPath: "/apps/ios/a b",
      rawQueryString: "k[]=1&k[]=2&empty=",
      pathParameters: { platform: "ios", external_id: "a b" },
      queryStringParameters: { "k[]": "1,2", empty: "" },
    });
  });

  it("keeps cookies apart and appends the caller to a forwarding header that the caller sent", async () => {
    const headers = { cookie: "a=1; b=2", "x-forwarded-for": "6.6.6.6" };

    const event = await eventOf(request("/apps/ios/1", { headers }));

    expect(event).toMatchObject({
      cookies: ["a=1", "b=2"],
      headers: { "x-forwarded-for": "6.6.6.6, 127.0.0.1" },
      requestContext: { http: { sourceIp: "127.0.0.1" } },
    });
  });

  it.each([
    ["application/json", "{}", { body: "{}", isBase64Encoded: false }],
    ["application/octet-stream", "{}", { body: "e30=", isBase64Encoded: true }],
  ])("carries a body of %s", async (type, body, expected) => {
    const event = await eventOf(request("/", { body: Buffer.from(body), headers: { "content-type": type } }));

    expect(event).toMatchObject(expected);
  });

  it("carries every byte of a text body that is not UTF-8", async () => {
    const body = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);

    const event = await eventOf(request("/", { body, headers: { "content-type": "application/json" } }));

    expect(event).toMatchObject({ body: body.toString("base64"), isBase64Encoded: true });
  });
});

describe("the response", () => {
  it("passes status, headers, cookies and a binary body on", async () => {
    const payload = { statusCode: 201, headers: { "X-A": 1 }, cookies: ["a=1"], body: "aGk=", isBase64Encoded: true };

    expect(await responseTo({ ok: true, payload: JSON.stringify(payload) })).toMatchObject({
      statusCode: 201,
      headers: { "x-a": "1", "set-cookie": ["a=1"] },
      body: "hi",
    });
  });

  it("uses a value without a status as the body of a 200", async () => {
    expect(await responseTo({ ok: true, payload: '{"a":1}' })).toMatchObject({ statusCode: 200, body: '{"a":1}' });
  });
});
