import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { apps } from "../../db/schema/apps.ts";
import { appFactChanges } from "../../db/schema/facts.ts";
import { appOfferChanges } from "../../db/schema/metrics.ts";
import { addChange, addOfferChange } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { createReported, report } from "../support/reported-app.ts";

const database = useDatabase();
const AT = new Date("2026-03-02T10:00:00Z");
const LATER = new Date("2026-03-02T10:05:00Z");

describe("[EVT-4] no event comes of", () => {
  it("a text that its report finds changed and changed back", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const title = { appId, locale: "en-US", fieldChanged: "title" } as const;
    await addChange(db, { ...title, before: "Old", after: "New", detectedAt: AT });
    await addChange(db, { ...title, before: "New", after: "Old", detectedAt: LATER });

    expect(await report(db, appId)).toEqual([]);
  });

  it("a price that its report finds changed and changed back", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addOfferChange(db, { appId, countryCode: "us", oldPrice: 1, newPrice: 2, detectedAt: AT });
    await addOfferChange(db, { appId, countryCode: "us", oldPrice: 2, newPrice: 1, detectedAt: LATER });

    expect(await report(db, appId)).toEqual([]);
  });

  it("a storefront that its report finds lost and gained again", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addOfferChange(db, { appId, countryCode: "us", isAvailable: false, detectedAt: AT });
    await addOfferChange(db, { appId, countryCode: "us", isAvailable: true, detectedAt: LATER });

    expect(await report(db, appId)).toEqual([]);
  });

  it("a fact that its report finds changed and changed back", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const fact = { appId, key: "publisher", countryCode: "zz", isFirst: false } as const;
    await db.insert(appFactChanges).values([
      { ...fact, value: "Old", validFrom: new Date("2026-03-01T10:00:00Z"), eventId: 0 },
      { ...fact, value: "New", validFrom: AT },
      { ...fact, value: "Old", validFrom: LATER },
    ]);

    expect(await report(db, appId)).toEqual([]);
  });
});

describe("[EVT-2] an event of an app", () => {
  it("leaves out a storefront that has its first price again, and its changes", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addOfferChange(db, { appId, countryCode: "de", oldPrice: 1, newPrice: 2, detectedAt: AT });
    await addOfferChange(db, { appId, countryCode: "us", oldPrice: 1, newPrice: 2, detectedAt: AT });
    await addOfferChange(db, { appId, countryCode: "us", oldPrice: 2, newPrice: 1, detectedAt: LATER });

    expect(await report(db, appId)).toMatchObject([
      { data: { countries: [{ country_code: "de" }], countries_total: 1 } },
    ]);
    const rows = await db.select().from(appOfferChanges).where(eq(appOfferChanges.appId, appId));
    expect(rows.map(({ countryCode, eventId }) => [countryCode, eventId === 0])).toEqual([
      ["de", false],
      ["us", true],
      ["us", true],
    ]);
  });

  it("names the texts of two changes from the first old one to the last new one", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const title = { appId, locale: "en-US", fieldChanged: "title" } as const;
    await addChange(db, { ...title, before: "First", after: "Second", detectedAt: AT });
    await addChange(db, { ...title, before: "Second", after: "Third", detectedAt: LATER });

    expect(await report(db, appId)).toMatchObject([{ data: { before: "First", after: "Third" } }]);
  });

  it("is a long fact that differs only in its end", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const fact = { appId, key: "in_app_purchases", countryCode: "zz", isFirst: false } as const;
    const long = "x".repeat(600);
    await db.insert(appFactChanges).values([
      { ...fact, value: `${long} 1`, validFrom: new Date("2026-03-01T10:00:00Z"), eventId: 0 },
      { ...fact, value: `${long} 2`, validFrom: AT },
      { ...fact, value: `${long} 3`, validFrom: LATER },
    ]);

    expect(await report(db, appId)).toMatchObject([{ type: "app.fact_changed", field: "in_app_purchases" }]);
  });

  it("is a removal though a storefront was gained and lost again", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addOfferChange(db, { appId, countryCode: "us", isAvailable: true, detectedAt: AT });
    await addOfferChange(db, { appId, countryCode: "us", isAvailable: false, detectedAt: LATER });
    await db.update(apps).set({ isAvailable: false }).where(eq(apps.id, appId));

    expect(await report(db, appId)).toMatchObject([
      { type: "app.removed", data: { countries: [], countries_total: 0 } },
    ]);
  });
});
