import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ShelfwatchHost } from "../../infra/local/start-host.ts";
import type { AppOnDay, CataloguePublisher } from "../../infra/store-simulator/catalogue/records.ts";
import { byRun } from "../support/by-run.ts";
import { type CallApi, callApi } from "./fixtures/call-api.ts";

const found = z.array(z.object({ external_id: z.string(), name: z.string() }));
const detail = z.object({
  publisher: z.object({ name: z.string(), external_id: z.string() }),
  apps: z.array(z.object({ external_id: z.string() })),
});

/** Publishers whose names hold each of these; an id that is encoded or decoded once too often names nobody. */
const parts = byRun({
  usual: [" + ", "/", "\\", "%", "?", "株式会社"],
  long: [" + ", "++", "/", "\\", "%", "#", "?", "&", ",", "'", "(c/o", "«", "株式会社", "شركة", "É", "ı"],
});

export function describePublishers(host: () => ShelfwatchHost, token: () => string): void {
  describe("publishers of any name, over the gateway and the scraper", () => describeNames(host, token));
}

function describeNames(host: () => ShelfwatchHost, token: () => string): void {
  const api: CallApi = (...request) => callApi(host().url, token())(...request);

  it.each(parts)("are found, shown, listed and imported with %j in the name", async (part) => {
    const { publisher, apps } = publisherWith(part);
    const path = `/publishers/android/${encodeURIComponent(publisher.externalId)}`;

    const hits = found.parse((await searchFor(apps)).data);
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

  it.each(["++", "%", "#", "\\"])("are shown with an id that is copied into the path, %j in the name", async (part) => {
    const { publisher, apps } = publisherWith(part);
    await searchFor(apps);

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

  /** By the brand of the publisher's best known app. */
  function searchFor([app]: readonly AppOnDay[]) {
    return api("GET", `/publishers/search?platform=android&term=${encodeURIComponent(app?.facts.brand ?? "")}`);
  }

  function publisherWith(part: string): { publisher: CataloguePublisher; apps: readonly AppOnDay[] } {
    const catalogue = host().simulator?.catalogue;
    for (const publisher of catalogue?.publishers("android") ?? []) {
      const { platform, externalId: publisherExternalId, name } = publisher;
      if (catalogue === undefined || !name.includes(part)) continue;
      const apps = catalogue.publisherApps({ platform, publisherExternalId, country: "us", day: 0 });
      if (apps.length > 0) return { publisher, apps };
    }
    throw new Error(`The catalogue has no publisher with ${part} in its name.`);
  }
}
