import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const TOKEN_PATH = "/api/session/token";
const TOKEN = { data: { token: "token", expires_at: "2100-01-01T00:00:00Z" } };
const APP = { data: { origin_country_code: "jp" } };

type Respond = (path: string) => Response;

/** Loads the page's first file at an address. Returns what it requests, without the API's prefix. */
async function requestsAt(address: string, respond: Respond = () => Response.json(APP)): Promise<readonly string[]> {
  const requests: string[] = [];
  const { pathname, search } = new URL(address, "https://shelfwatch.example");
  vi.stubGlobal("window", { location: { pathname, search } });
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("fetch", async (url: string) => {
    const path = url.replace("/api/v1", "");
    requests.push(path);
    return path === TOKEN_PATH ? Response.json(TOKEN) : respond(path);
  });
  await import("../../web/early.ts");
  // Each of these requests follows the response to another one.
  await vi.advanceTimersByTimeAsync(1_000);
  return requests;
}

const overview = "/apps/ios/1/overview?days=97&rivals%5B%5D=all";

describe("the first file of the dashboard", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ now: Date.parse("2026-07-01T12:00:00Z") });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each([
    ["/dashboard/apps/ios/1", [overview]],
    ["/dashboard/apps/ios/1/", [overview]],
    ["/dashboard/apps/android/com.example.app/ratings", ["/apps/android/com.example.app"]],
    ["/dashboard/apps/ios/1/listing", ["/apps/ios/1", "/apps/ios/1/listing?country_code=jp"]],
    [
      "/dashboard/apps/ios/1/listing/?country=us&locale=es-MX&at=2026-06-01",
      ["/apps/ios/1", "/apps/ios/1/listing?country_code=us&locale=es-MX&at=2026-06-01"],
    ],
    ["/dashboard/apps/ios/1/listing?view=languages", ["/apps/ios/1"]],
    ["/dashboard/apps/ios/1/nothing", []],
    ["/dashboard/charts", []],
  ])("requests at %s a token and what the screen shows", async (address, requests) => {
    expect(await requestsAt(address)).toEqual([TOKEN_PATH, ...requests]);
  });

  it("requests the events and the apps of the first screen", async () => {
    const paths = (await requestsAt("/dashboard")).map((path) => path.split("?")[0]);

    expect(paths).toEqual([TOKEN_PATH, "/events", "/apps"]);
  });

  it("requests nothing of an app that is not found after it", async () => {
    const notFound = () => Response.json({ title: "Not found" }, { status: 404 });

    expect(await requestsAt("/dashboard/apps/ios/1/listing", notFound)).toEqual([TOKEN_PATH, "/apps/ios/1"]);
  });

  it("requests nothing at an address without a session", async () => {
    expect(await requestsAt("/dashboard/login")).toEqual([]);
  });
});
