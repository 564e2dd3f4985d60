import { addListing, addVersion } from "./catalogue.ts";
import type { TestDb } from "./database.ts";
import { type App, createApp } from "./factories.ts";

const on = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour));

/** An app whose German listing changes on the 5th, twice on the 10th, and is removed on the 15th. */
export async function createRevised(
  db: TestDb,
): Promise<App & { readonly path: string; readonly versions: readonly number[] }> {
  const app = await createApp(db);
  const versions = [
    await addVersion(db, { appId: app.id, version: "1.0" }),
    await addVersion(db, { appId: app.id, version: "2.0" }),
  ];
  const [first, second] = versions;
  const listing = { appId: app.id, locale: "de-DE", countryCode: "de" };
  await addListing(db, { ...listing, title: "Eins", versionId: first, validFrom: on(5, 12) });
  await addListing(db, { ...listing, title: "Zwei", versionId: first, validFrom: on(10, 8) });
  await addListing(db, { ...listing, title: "Drei", versionId: second, description: "Neu.", validFrom: on(10, 23) });
  const removed = { isPresent: false, title: null, descriptionSha256: null };
  await addListing(db, { ...listing, ...removed, validFrom: on(15) });
  return { ...app, versions, path: `/apps/ios/${app.externalId}/listing` };
}
