import { describe, expect, it } from "vitest";

import { appFacts, appRelatedLists, relatedAppNames } from "../../../db/schema/facts.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi(useDatabase());

describe("GET /apps/{platform}/{external_id}/similar", () => {
  it("[FCT-6] returns the last list in the order of the store, and links the apps that are known", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    const known = await createApp(db, { externalId: "900000001", iconUrl: "https://images.example/known.png" });
    const list = { appId, kind: "similar", countryCode: "us" } as const;
    await db.insert(appRelatedLists).values([
      { ...list, validFrom: new Date("2026-03-01"), externalIds: ["900000001"] },
      { ...list, validFrom: new Date("2026-03-02"), externalIds: ["900000002", "900000001"] },
    ]);
    await db.insert(relatedAppNames).values([
      { platform: "ios", countryCode: "us", externalId: "900000001", name: "Known", subtitle: null },
      { platform: "ios", countryCode: "us", externalId: "900000002", name: "Unknown", subtitle: "A subtitle" },
      { platform: "ios", countryCode: "jp", externalId: "900000002", name: "Another language", subtitle: null },
      { platform: "android", countryCode: "us", externalId: "900000002", name: "Another store", subtitle: null },
    ]);
    await db.insert(appFacts).values({ appId, facts: {}, readOn: { similar: "2026-03-09" } });

    const { status, body } = await api.get(`/apps/ios/${externalId}/similar`, caller);

    expect(status).toBe(200);
    expect(body.data).toEqual({
      similar: {
        apps: [
          { external_id: "900000002", name: "Unknown", subtitle: "A subtitle", app_id: null, icon_url: null },
          {
            external_id: "900000001",
            name: "Known",
            subtitle: null,
            app_id: known.id,
            icon_url: "https://images.example/known.png",
          },
        ],
        country_code: "us",
        valid_from: "2026-03-02T00:00:00Z",
        read_on: "2026-03-09",
      },
      more_by_publisher: null,
    });
  });

  it("returns null where no page has shown such apps", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);

    const { body } = await api.get(`/apps/ios/${externalId}/similar`, caller);

    expect(body.data).toEqual({ similar: null, more_by_publisher: null });
  });

  it("returns 404 for an unknown app and 401 without a token", async () => {
    const { api, caller } = await setUp();

    expect((await api.get("/apps/ios/404404/similar", caller)).status).toBe(404);
    expect((await api.get("/apps/ios/404404/similar")).status).toBe(401);
  });
});
