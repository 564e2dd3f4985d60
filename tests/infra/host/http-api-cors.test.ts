import { describe, expect, it } from "vitest";
import { createHttpApi } from "../../../infra/local/host/http-api.ts";
import { type CorsConfiguration, unthrottled } from "../../../infra/local/host/model.ts";

const cors: CorsConfiguration = {
  AllowOrigins: ["https://app.example.com", "http://*"],
  AllowMethods: ["GET", "POST"],
  AllowHeaders: ["Authorization"],
  ExposeHeaders: ["Retry-After", "X-RateLimit-Limit"],
  MaxAge: 600,
};
const ORIGIN = "https://app.example.com";

const things = { routeKey: "GET /things", functionArn: "things", timeoutMs: 1_000, isPermitted: true };
const anything = { routeKey: "$default", functionArn: "anything", timeoutMs: 1_000, isPermitted: true };

/** What the gateway makes of a function that has opinions of its own on other origins. */
async function send(
  input: { readonly method?: string; readonly headers?: Record<string, string>; readonly target?: string },
  settings: { readonly cors?: CorsConfiguration | undefined; readonly hasDefaultRoute?: boolean } = { cors },
) {
  const invoked: string[] = [];
  const routes = settings.hasDefaultRoute ? [things, anything] : [things];
  const api = createHttpApi({ routes, cors: settings.cors, throttles: unthrottled }, async (functionArn) => {
    invoked.push(functionArn);
    const headers = { "access-control-allow-origin": "https://function.example", "x-own": "1" };
    return { ok: true, payload: JSON.stringify({ statusCode: 202, headers, body: "" }) };
  });
  const request = { method: "GET", target: "/things", body: Buffer.alloc(0), sourceIp: "127.0.0.1", ...input };
  const response = await api({ ...request, headers: input.headers ?? {} });
  return { ...response, invoked };
}

const preflight = (origin: string) => ({
  method: "OPTIONS",
  headers: { origin, "access-control-request-method": "GET" },
});

describe("an HTTP API that other origins may call", () => {
  it("returns a preflight itself where no route takes OPTIONS", async () => {
    const { statusCode, headers, invoked } = await send(preflight(ORIGIN));

    expect([statusCode, invoked]).toEqual([204, []]);
    expect(headers).toEqual({
      "access-control-allow-origin": ORIGIN,
      "access-control-allow-methods": "GET,POST",
      "access-control-allow-headers": "Authorization",
      "access-control-max-age": "600",
    });
  });

  it("passes a preflight on to the route that takes it, and adds the headers", async () => {
    const { statusCode, headers, invoked } = await send(preflight(ORIGIN), { cors, hasDefaultRoute: true });

    expect([statusCode, invoked]).toEqual([202, ["anything"]]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": ORIGIN,
      "access-control-allow-methods": "GET,POST",
    });
  });

  it("lets an allowed origin read the response and the headers that are exposed", async () => {
    const { headers } = await send({ headers: { origin: ORIGIN } });

    expect(headers).toMatchObject({
      "x-own": "1",
      "access-control-allow-origin": ORIGIN,
      "access-control-expose-headers": "Retry-After,X-RateLimit-Limit",
    });
    expect(headers).not.toHaveProperty("access-control-allow-methods");
  });

  it.each([
    ["https://app.example.com", "https://app.example.com"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["https://app.example.com:8443", undefined],
    ["https://app.example.com.evil.example", undefined],
    ["https://evil.example", undefined],
    ["null", undefined],
    ["", undefined],
  ])("allows the origin %j as %j", async (origin, allowed) => {
    const responses = [await send(preflight(origin)), await send({ headers: { origin } })];

    expect(responses.map(({ headers }) => headers["access-control-allow-origin"])).toEqual([allowed, allowed]);
  });

  it("ignores a function's own CORS headers", async () => {
    for (const headers of [{}, { origin: "https://evil.example" }]) {
      expect((await send({ headers })).headers).toEqual({ "content-type": expect.any(String), "x-own": "1" });
    }
  });

  it("allows every origin with a star", async () => {
    const open = { ...cors, AllowOrigins: ["*"] };

    const { headers } = await send({ headers: { origin: "https://anybody.example" } }, { cors: open });

    expect(headers["access-control-allow-origin"]).toBe("*");
  });

  it("treats an OPTIONS that is not a preflight as any other method", async () => {
    expect((await send({ method: "OPTIONS", headers: { origin: ORIGIN } })).statusCode).toBe(404);
    expect((await send({ method: "OPTIONS", headers: { "access-control-request-method": "GET" } })).statusCode).toBe(
      404,
    );
  });
});

describe("an HTTP API that no other origin may call", () => {
  it("treats a preflight as any other method", async () => {
    const { statusCode, headers } = await send(preflight(ORIGIN), {});

    expect(statusCode).toBe(404);
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("does not change the headers of a function", async () => {
    const { headers } = await send({ headers: { origin: ORIGIN } }, {});

    expect(headers).toMatchObject({ "access-control-allow-origin": "https://function.example" });
  });
});
