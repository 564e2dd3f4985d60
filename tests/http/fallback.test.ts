import { describe, expect, it } from "vitest";

import {
  dashboardRoutes,
  documentationPageRoutes,
  mcpRoutes,
  oauthEndpoints,
  sessionEndpoints,
} from "../../functions/endpoints.ts";
import { handler } from "../../functions/fallback/respond-to-unknown-route.ts";
import { createFallback } from "../../lib/http/fallback.ts";
import { httpApiEvent } from "../support/requests.ts";

const send = async (method: string, path: string) => {
  const result = await handler(httpApiEvent({ method, path }));
  return { status: result.statusCode, headers: result.headers, problem: JSON.parse(result.body ?? "") };
};

describe("requests that no route matches", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/api/v1"],
    ["GET", "/api/v1/nothing"],
    ["GET", "/api/v2/apps"],
    ["GET", "/apps"],
    ["POST", "/api/v1/apps/ios/1/2/3/4"],
    ["GET", "/api/v1/apps/"],
    ["GET", "/api/v1/APPS"],
    ["GET", "/api/v1/apps%2Fsearch/x/y/z"],
  ])("[ERR-8 SVC-10] returns 404 to %s %s", async (method, path) => {
    const { status, headers, problem } = await send(method, path);

    expect(status).toBe(404);
    expect(headers?.["content-type"]).toBe("application/problem+json");
    expect(problem).toMatchObject({ status: 404, title: "Not Found" });
  });
});

it.each([
  ["GET", "/api/v1/nothing"],
  ["PUT", "/api/v1/apps"],
])("the response to an unknown route is not cached: %s %s", async (method, path) => {
  expect((await send(method, path)).headers).toMatchObject({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
});

describe("the addresses of the pages beside the API", () => {
  const documented = createFallback([
    ...documentationPageRoutes,
    ...dashboardRoutes,
    ...sessionEndpoints.map(({ contract }) => contract),
  ]);

  it.each([
    ["POST", "/api/documentation", "GET, HEAD"],
    ["PUT", "/api/documentation/openapi.json", "GET, HEAD"],
    ["HEAD", "/api/session/token", "POST"],
    ["GET", "/api/session", "DELETE, POST"],
    ["GET", "/api/session/token", "POST"],
    ["POST", "/dashboard/apps/ios/1", "GET, HEAD"],
    ["POST", "/dashboard/assets/main.js", "GET, HEAD"],
  ])("return 405 to %s %s, allowing %s", async (method, path, allow) => {
    const result = await documented(httpApiEvent({ method, path }));

    expect([result.statusCode, result.headers?.allow]).toEqual([405, allow]);
  });

  it.each(["GET", "HEAD", "POST"])("redirect a %s with a trailing slash to the page", async (method) => {
    const { statusCode, headers } = await documented(httpApiEvent({ method, path: "/api/documentation/?from=here" }));

    expect(statusCode).toBe(308);
    expect(new URL(String(headers?.location), "https://api.example/base/api/documentation/").pathname).toBe(
      "/base/api/documentation",
    );
    expect((await documented(httpApiEvent({ method, path: "/api/session/" }))).statusCode).toBe(404);
  });

  it("redirect the root and a trailing slash to the dashboard", async () => {
    const redirectOf = async (path: string) => {
      const { statusCode, headers } = await documented(httpApiEvent({ method: "GET", path }));
      return [statusCode, new URL(String(headers?.location), `https://api.example${path}`).pathname];
    };

    expect(await redirectOf("/")).toEqual([302, "/dashboard"]);
    expect(await redirectOf("/dashboard/")).toEqual([308, "/dashboard"]);
  });

  it.each(["/", "/dashboard/"])("keep the query of %s, which chooses what the page shows", async (path) => {
    const event = httpApiEvent({ method: "GET", path: `${path}?whose=competitors&field=` });
    const { headers } = await documented(event);
    const { pathname, search } = new URL(String(headers?.location), `https://api.example${path}`);

    expect(pathname + search).toBe("/dashboard?whose=competitors&field=");
  });

  it("[DOC-3] return 404 where they are off", async () => {
    expect((await send("GET", "/api/documentation/")).status).toBe(404);
    expect((await send("POST", "/api/documentation")).status).toBe(404);
    expect((await send("GET", "/api/session")).status).toBe(404);
    expect((await send("GET", "/")).status).toBe(404);
    expect((await send("GET", "/dashboard")).status).toBe(404);
  });
});

describe("the address for assistants", () => {
  it.each(["GET", "DELETE", "HEAD"])("[MCP-2] returns 405 to %s, allowing POST", async (method) => {
    const { statusCode, headers } = await createFallback(mcpRoutes)(httpApiEvent({ method, path: "/mcp" }));

    expect([statusCode, headers?.allow]).toEqual([405, "POST"]);
  });

  it.each(["GET", "POST", "DELETE"])("[MCP-1] returns 404 to %s where it is off", async (method) => {
    expect((await send(method, "/mcp")).status).toBe(404);
  });
});

describe("the address to which clients send users", () => {
  const path = "/oauth/authorize?client_id=a&state=b%20c";

  it("[OAUTH-3] leads to the page of the dashboard, with the request of the client", async () => {
    const handler = createFallback(oauthEndpoints.map(({ contract }) => contract));
    const { statusCode, headers } = await handler(httpApiEvent({ method: "GET", path }));
    const { pathname, search } = new URL(String(headers?.location), "https://api.example/oauth/authorize");

    expect([statusCode, pathname, search]).toEqual([302, "/dashboard/authorize", "?client_id=a&state=b%20c"]);
  });

  it("[OAUTH-1] returns 404 where OAuth is off", async () => {
    expect((await send("GET", path)).status).toBe(404);
    expect((await send("POST", "/oauth/token")).status).toBe(404);
  });
});
