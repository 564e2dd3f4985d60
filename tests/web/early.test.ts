import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const TOKEN = { data: { token: "token", expires_at: "2100-01-01T00:00:00Z" } };
const APP = { data: { origin_country_code: "jp" } };

/** Loads the page's first file at an address. Returns what it requests, without the API's prefix. */
async function requestsAt(address: string): Promise<readonly string[]> {
  const requests: string[] = [];
  const { pathname, search } = new URL(address, "https://shelfwatch.example");
  vi.stubGlobal("window", { location: { pathname, search } });
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.startsWith("/api/v1")) requests.push(url.slice("/api/v1".length));
    return Response.json(url === "/api/session/token" ? TOKEN : APP);
  });
  await import("../../web/early.ts");
  // Each of these requests follows the response to another one.
  await vi.advanceTimersByTimeAsync(1_000);
  return requests;
}

describe("the first file of the dashboard", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ now: Date.parse("2026-07-01T12:00:00Z") });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ["/dashboard/apps/ios/1", ["/apps/ios/1/overview?days=97&rivals%5B%5D=all"]],
    ["/dashboard/apps/ios/1/ratings", ["/apps/ios/1"]],
    ["/dashboard/apps/ios/1/listing", ["/apps/ios/1", "/apps/ios/1/listing?country_code=jp"]],
    [
      "/dashboard/apps/ios/1/listing?country=us&locale=es-MX&at=2026-06-01",
      ["/apps/ios/1", "/apps/ios/1/listing?country_code=us&locale=es-MX&at=2026-06-01"],
    ],
    ["/dashboard/apps/ios/1/listing?view=languages", ["/apps/ios/1"]],
    ["/dashboard/apps/ios/1/nothing", []],
    ["/dashboard/charts", []],
    ["/dashboard/login", []],
  ])("requests at %s what its screen shows", async (address, requests) => {
    expect(await requestsAt(address)).toEqual(requests);
  });
});
