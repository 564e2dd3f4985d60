import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ShelfwatchHost } from "../../infra/local/start-host.ts";
import type { AppOnDay, CataloguePublisher } from "../../infra/store-simulator/catalogue/records.ts";
import { type CallApi, callApi } from "./fixtures/call-api.ts";

const found = z.array(z.object({ external_id: z.string(), name: z.string() }));
const detail = z.object({
  publisher: z.object({ name: z.string(), external_id: z.string() }),
  apps: z.array(z.object({ external_id: z.string() })),
});

type Host = () => ShelfwatchHost;

/** Tests publishers whose names hold each of these; an id that is encoded or decoded once too often names nobody. */
export function describePublishers(host: Host, token: () => string, parts: readonly string[]): void {
  describe("publishers of any name, over the gateway and the scraper", () => describeNames(host, token, parts));
}

/** Tests ids of publishers that a client has not encoded, and those that no publisher can have. */
export function describeCopiedIds(host: Host, token: () => string): void {
  describe("publishers by an id in the path, over the gateway", () => describeIds(host, token));
}

function describeNames(host: Host, token: () => string, parts: readonly string[]): void {
  const api: CallApi = (...request) => callApi(host().url, token())(...request);

  it.each(parts)("are found, shown, listed and imported with %j in the name", async (part) => {
    const { publisher, apps } = publisherWith(host(), part);
    const path = `/publishers/android/${encodeURIComponent(publisher.externalId)}`;

    const hits = found.parse((await searchFor(api, apps)).data);
    expect(hits).toContainEqual({ external_id: publisher.externalId, name: publisher.name });

    const listed = await api("GET", `${path}/store-apps`);
    const ids = found.parse(listed.data).map(({ external_id }) => external_id);
    expect(ids).toEqual(apps.map(({ externalId }) => externalId));

    const imported = await api("POST", `${path}/import`, { external_ids: ids.slice(0, 1) });
    expect(imported.status).toBe(202);
    expect(detail.parse((await api("GET", path)).data)).toEqual({
      publisher: { name: publisher.name, external_id: publisher.externalId },
      apps: [{ external_id: ids[0] }],
    });
  });
}

function describeIds(host: Host, token: () => string): void {
  const api: CallApi = (...request) => callApi(host().url, token())(...request);

  it.each(["++", "%", "#", "\\"])("are shown with an id that is copied into the path, %j in the name", async (part) => {
    const { publisher, apps } = publisherWith(host(), part);
    await searchFor(api, apps);

    expect(detail.parse((await api("GET", `/publishers/android/${publisher.externalId}`)).data).publisher).toEqual({
      name: publisher.name,
      external_id: publisher.externalId,
    });
  });

  it("returns 404, never 500, for ids that no publisher can have", async () => {
    for (const id of ["%25E0%25A4", "100%25", "...", "%E3%80%80", "a%00b", "%20", "a".repeat(300)]) {
      expect((await api("GET", `/publishers/android/${id}/store-apps`)).status, id).toBe(404);
      expect((await api("GET", `/publishers/ios/${id}`)).status, id).toBe(404);
    }
  });
}

/** By the brand of the publisher's best known app. */
function searchFor(api: CallApi, [app]: readonly AppOnDay[]) {
  return api("GET", `/publishers/search?platform=android&term=${encodeURIComponent(app?.facts.brand ?? "")}`);
}

function publisherWith(
  { simulator }: ShelfwatchHost,
  part: string,
): { publisher: CataloguePublisher; apps: readonly AppOnDay[] } {
  const catalogue = simulator?.catalogue;
  for (const publisher of catalogue?.publishers("android") ?? []) {
    const { platform, externalId: publisherExternalId, name } = publisher;
    if (catalogue === undefined || !name.includes(part)) continue;
    const apps = catalogue.publisherApps({ platform, publisherExternalId, country: "us", day: 0 });
    if (apps.length > 0) return { publisher, apps };
  }
  throw new Error(`The catalogue has no publisher with ${part} in its name.`);
}
