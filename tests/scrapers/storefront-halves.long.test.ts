import { describe, expect, it } from "vitest";

import { storefrontAppsSchema } from "../../scrapers/contracts/storefronts.ts";
import { get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const ios = () => harness.scrapers.ios;
const lookups = () => harness.simulator.requests.list({ kind: "lookup" });
const languages = () => lookups().map(({ language }) => language);

const ids = (count: number) =>
  harness
    .apps("ios")
    .filter((app) => app.isAvailable("de"))
    .slice(0, count)
    .map(({ externalId }) => externalId);
const pathOf = (requested: readonly string[], more = "") => `/storefronts/de/apps?ids=${requested.join(",")}${more}`;
const read = (requested: readonly string[], more = "", scraper = ios()) =>
  getParsed(storefrontAppsSchema(), scraper, pathOf(requested, more));
const outcomesOf = ({ apps }: Awaited<ReturnType<typeof read>>) =>
  new Map(apps.flatMap((app) => (app.outcome === "failed" ? [[app.id, app.reason]] : [])));

/** Makes the store fail every list with this id. */
const poison = (appId: string | undefined, respond: { status: number } | "timeout" = { status: 400 }) =>
  harness.simulator.faults.add({ match: { kind: "lookup", appId: appId ?? "" }, respond });

/** Makes the store fail lists of more ids than this. */
const limitIds = (idsMax: number, respond: { status: number } | "timeout" = { status: 502 }) =>
  harness.simulator.faults.add({ match: { path: new RegExp(`id=(\\d+%2C){${idsMax},}`) }, respond });

describe("a list of ids that the store does not serve", () => {
  it.each([
    { respond: { status: 400 }, reason: "invalid_response" },
    { respond: { status: 502 }, reason: "http_5xx" },
  ])("is halved until the one id that causes $respond fails alone", async ({ respond, reason }) => {
    const requested = ids(150);
    poison(requested[77], respond);

    const response = await read(requested);

    expect(outcomesOf(response)).toEqual(new Map([[requested[77], reason]]));
    expect(response.apps.map(({ id }) => id)).toEqual(requested);
    expect(response.requests_made).toBe(lookups().length);
    // One list, and two halves for each of eight levels at most.
    expect(response.requests_made).toBeLessThanOrEqual(17);
  });

  it("is halved after a timeout of the request", async () => {
    const requested = ids(8);
    poison(requested[2], "timeout");

    const response = await read(requested, "", harness.with({ requestTimeoutMs: 250 }).ios);

    expect(outcomesOf(response)).toEqual(new Map([[requested[2], "timeout"]]));
    expect(response.requests_made).toBe(7);
  });

  it("is halved while it is too long", async () => {
    const requested = ids(150);
    limitIds(50);

    const response = await read(requested);

    expect(outcomesOf(response)).toEqual(new Map());
    expect(response.requests_made).toBe(7);
  });

  it("fails each of several bad ids alone", async () => {
    const requested = ids(150);
    const bad = [requested[0], requested[74], requested[149]].map(String);
    for (const id of bad) poison(id);

    const response = await read(requested);

    expect(new Set(outcomesOf(response).keys())).toEqual(new Set(bad));
    expect(response.requests_made).toBeLessThanOrEqual(40);
  });

  it("makes 40 requests at most, and fails the lists that are left", async () => {
    const requested = ids(150);
    const bad = requested.slice(100).filter((_id, index) => index % 4 === 0);
    for (const id of bad) poison(id);

    const response = await read(requested);

    const failed = outcomesOf(response);
    expect(bad.filter((id) => !failed.has(id))).toEqual([]);
    expect(response.apps.slice(0, 75).map(({ outcome }) => outcome)).toEqual(Array(75).fill("found"));
    expect(response.requests_made).toBeGreaterThan(35);
    expect(response.requests_made).toBeLessThanOrEqual(40);
  });

  it("fails the whole call when bad ids are everywhere", async () => {
    const requested = ids(150);
    for (const id of requested.filter((_id, index) => index % 10 === 3)) poison(id);

    const response = await get(ios(), pathOf(requested));

    expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(lookups()).toHaveLength(7);
  });

  it("fails a single id alone when the store rejects it", async () => {
    const [id = ""] = ids(1);
    poison(id);

    expect(await read([id])).toMatchObject({
      requests_made: 1,
      apps: [{ id, outcome: "failed", reason: "invalid_response" }],
    });
  });

  it("fails the whole call when no part of it succeeds", async () => {
    harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 503 } });

    const response = await get(ios(), pathOf(ids(150)));

    expect(response).toMatchObject({ status: 500, body: { statusCode: 500, reason: "http_5xx" } });
    expect(lookups()).toHaveLength(7);
  });

  it("returns what it has at the deadline, and fails the rest with timeout", async () => {
    const requested = ids(100);
    poison(requested[99], "timeout");
    limitIds(50);

    const response = await read(requested, "", harness.with({ ROUTE_DEADLINE_MS: 1_500 }).ios);

    expect(response.apps.map(({ outcome }) => outcome)).toEqual([
      ...Array(50).fill("found"),
      ...Array(50).fill("failed"),
    ]);
    expect(new Set(outcomesOf(response).values())).toEqual(new Set(["timeout"]));
  });
});

describe("throttling of a list of ids", () => {
  it.each([
    { status: 403, reason: "http_403" },
    { status: 429, reason: "http_429" },
  ])("fails the whole call with $reason and Retry-After, without another request", async ({ status, reason }) => {
    harness.simulator.faults.add({ respond: { status, headers: { "retry-after": "30" } } });

    const response = await get(ios(), pathOf(ids(150)));

    expect(response).toMatchObject({
      status: 429,
      body: { statusCode: 429, reason },
      headers: { "retry-after": "30" },
    });
    expect(lookups()).toHaveLength(1);
  });

  it("ends the halving", async () => {
    harness.simulator.faults.add({ match: { kind: "lookup" }, attempt: 2, respond: { status: 429 } });
    limitIds(100);

    const response = await get(ios(), pathOf(ids(150)));

    expect(response).toMatchObject({ status: 429, body: { reason: "http_429" } });
    expect(lookups()).toHaveLength(3);
  });
});

describe("a language that lookup rejects for many apps", () => {
  const rejectLanguage = () =>
    harness.simulator.faults.add({ match: { kind: "lookup", language: "de_de" }, respond: { status: 400 } });

  it("is omitted from a second lookup, and lang is null in the response", async () => {
    rejectLanguage();
    harness.logged.length = 0;

    const response = await read(ids(20), "&lang=de-DE&fields=all");

    expect(response).toMatchObject({ lang: null, requests_made: 2 });
    expect(response.apps[0]).toMatchObject({ outcome: "found", listing: { locale: "de" } });
    expect(outcomesOf(response)).toEqual(new Map());
    expect(languages()).toEqual(["de_de", null]);
    expect(harness.logged).toContainEqual(
      expect.objectContaining({ event: "language.rejected", fields: expect.objectContaining({ lang: "de_de" }) }),
    );
  });

  it("is kept when an id is rejected instead", async () => {
    const requested = ids(20);
    poison(requested[7]);

    const response = await read(requested, "&lang=de-DE&fields=all");

    expect(response.lang).toBe("de-DE");
    expect(outcomesOf(response)).toEqual(new Map([[requested[7], "invalid_response"]]));
    expect(languages().filter((language) => language === null)).toHaveLength(1);
    expect(response.requests_made).toBe(lookups().length);
  });

  it("is omitted from every half of a list that is too long", async () => {
    rejectLanguage();
    limitIds(100);

    const response = await read(ids(150), "&lang=de-DE");

    expect(response.lang).toBeNull();
    expect(outcomesOf(response)).toEqual(new Map());
    expect(languages()).toEqual(["de_de", "de_de", null, null]);
  });
});
