import { describe, expect, it } from "vitest";

import type { ListingChange, Revision, ShownListing } from "../../../../infra/local/history/app-history.ts";
import { storeListings } from "../../../../infra/local/history/store-listings.ts";
import { useDatabase } from "../../../support/database.ts";
import { createApp } from "../../../support/factories.ts";
import { listChanges } from "../../../support/stored.ts";

const database = useDatabase();
const on = (day: number) => new Date(Date.UTC(2026, 10, day, 9));

const shown = (texts: Partial<ShownListing>): ShownListing => ({
  title: "Tide",
  subtitle: null,
  promotional_text: null,
  description: "Tells the tide.",
  whats_new: null,
  screenshots: "[]",
  icon_url: null,
  video_url: null,
  ...texts,
});
const revision = (day: number, texts: Partial<ShownListing>): Revision => ({
  locale: "en-US",
  country: "us",
  at: on(day),
  version: null,
  shown: shown(texts),
});
const change = (day: number, before: string | null, after: string | null): ListingChange => ({
  locale: "en-US",
  at: on(day),
  version: null,
  field: "whats_new",
  before,
  after,
});

describe("storing the listings of a history", () => {
  it("stores an empty text as a text, and none as none", async () => {
    const { db, sql } = database();
    const { id: appId } = await createApp(db);
    const history = {
      appId,
      versionIds: new Map<string, number>(),
      revisions: [revision(1, {}), revision(2, { whats_new: "" }), revision(3, { whats_new: "Bugs fixed." })],
      pages: new Map([["en-US", "us"]]),
      last: { version: null },
      lastSyncedAt: on(3),
      changes: [change(2, null, ""), change(3, "", "Bugs fixed.")],
    };

    expect(await sql.begin((transaction) => storeListings(transaction, [history]))).toBe(6);
    expect(await listChanges(db, appId)).toMatchObject([
      { old: null, new: "" },
      { old: "", new: "Bugs fixed." },
    ]);
  });
});
