import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

import { prod } from "../../infra/aws/stages.ts";
import { createReader } from "../../infra/local/host/hosted-resources.ts";
import { createHttpApi } from "../../infra/local/host/http-api.ts";
import { readThrottles } from "../../infra/local/host/read-routes.ts";
import {
  type BuiltDashboard,
  buildDashboard,
  loadedWith,
  outputOf,
  scriptOf,
} from "../../web/build/build-dashboard.ts";
import { synthesiseStage } from "./fixtures/synthesise-stage.ts";

const USERS = 10;
const names = { ref: String, attribute: String, importValue: String, stackOutput: String };
const api = Object.entries(synthesiseStage(prod).api?.Resources ?? {}).map(([logicalId, resource]) => ({
  stack: "api",
  logicalId,
  resource,
}));
const throttles = readThrottles(
  api,
  createReader(() => names),
);

let built: BuiltDashboard;
beforeAll(async () => {
  built = await buildDashboard();
});

/** What a browser requests when a user opens a screen first: the page, its style, and the screen's files. */
function firstLoad(screen: string): readonly string[] {
  const { metafile } = built;
  const style = [...built.files.keys()].find((name) => name.endsWith(".css"));
  if (style === undefined) throw new Error("The dashboard has no style sheet.");
  const files = new Set(
    [...loadedWith(scriptOf(metafile), metafile), ...loadedWith(outputOf(screen, metafile), metafile)].map((path) =>
      basename(path),
    ),
  );
  return ["/dashboard", ...[style, ...files].map((name) => `/dashboard/assets/${name}`)];
}

/** Returns the statuses of requests that come at one moment. */
async function statusesOf(targets: readonly string[]): Promise<readonly number[]> {
  const routes = ["GET /dashboard", "GET /dashboard/{path+}", "GET /dashboard/assets/{asset}"].map((routeKey) => ({
    routeKey,
    functionArn: "page",
    timeoutMs: 1_000,
    isPermitted: true,
  }));
  const invoke = async () => ({ ok: true, payload: '{"statusCode":200}' }) as const;
  const serve = createHttpApi({ routes, cors: undefined, throttles }, invoke, () => 0);
  const request = { method: "GET", headers: {}, body: Buffer.alloc(0), sourceIp: "203.0.113.1" };
  return Promise.all(targets.map(async (target) => (await serve({ ...request, target })).statusCode));
}

describe("the routes of pages", () => {
  it("have limits of their own in prod: 20 requests a second, 60 at once", () => {
    const limits = [...throttles.ofRoutes].filter(([key]) => key.includes("/dashboard"));

    expect(limits.map(([key]) => key).toSorted()).toEqual(
      ["GET", "HEAD"].flatMap((method) =>
        ["/dashboard", "/dashboard/assets/{asset}", "/dashboard/{path+}"].map((path) => `${method} ${path}`),
      ),
    );
    expect(new Set(limits.map(([, limit]) => JSON.stringify(limit)))).toEqual(
      new Set([JSON.stringify({ perSecond: 20, burst: 60 })]),
    );
  });

  it.each(["web/screens/today/today-screen.tsx", "web/screens/app/app-frame.tsx"])(
    "let ten users open %s first at one moment",
    async (screen) => {
      const load = firstLoad(screen);
      const all = Array.from({ length: USERS }, () => load).flat();

      expect(load.length).toBeGreaterThan(3);
      expect(new Set(await statusesOf(all))).toEqual(new Set([200]));
    },
  );

  it("let nobody fetch more than that, which the dashboard's other files do not need", async () => {
    const flood = Array.from({ length: 61 }, () => "/dashboard/assets/main.js");

    expect((await statusesOf(flood)).filter((status) => status === 429)).toHaveLength(1);
  });
});
