import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apps } from "../../db/schema/apps.ts";
import { events } from "../../db/schema/events.ts";
import { watchedPublishers } from "../../db/schema/publishers.ts";
import { resetSlots } from "../../infra/local/pipeline/virtual-clock.ts";
import type { CataloguePublisher } from "../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { createChartPipeline } from "../support/chart-pipeline.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createPublisher, createUser } from "../support/factories.ts";
import { createTracked } from "../support/followed-apps.ts";

const database = useClockedDatabase();

/** Within these days, the stores gain all apps that arrive late. */
const DAYS = 60;
const FIRST_PAGE = 50;

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: 0, appsPerStore: 700, publishersPerStore: 40 });
});
afterAll(() => simulator.stop());

function shownOn(platform: Platform, { externalId: publisherExternalId }: CataloguePublisher, day: number) {
  const shown = simulator.catalogue.publisherApps({ platform, publisherExternalId, country: "us", day });
  return shown.map(({ externalId }) => externalId);
}

/** The publisher that adds most apps, and these apps. All of its apps fit on a page. */
function growingPublisher(platform: Platform) {
  const grown = simulator.catalogue.publishers(platform).map((publisher) => {
    const [before, after] = [shownOn(platform, publisher, 0), shownOn(platform, publisher, DAYS)];
    const added = before.length === 0 || after.length > FIRST_PAGE ? [] : after.filter((id) => !before.includes(id));
    return { publisher, before, added };
  });
  const [most] = grown.toSorted((a, b) => b.added.length - a.added.length);
  if (most === undefined || most.added.length === 0) throw new Error("No publisher of the catalogue adds an app.");
  return most;
}

describe.each(platforms)("a publisher of %s through its scraper", (platform) => {
  it("[EVT-9] has an event for each app that the simulated store gains", async () => {
    const { db } = database();
    const { publisher, before, added } = growingPublisher(platform);
    const { externalId, name } = publisher;
    const { id: publisherId } = await createPublisher(db, { platform, externalId, name });
    await createTracked(db, (await createUser(db)).id, { platform, publisherId });
    const pipeline = createChartPipeline(db, createScraperConnector(platform, simulator));
    const readOn = async (day: number) => {
      simulator.setDay(day);
      await db.clock.moveTo(simulator.catalogue.startOf(day).getTime());
      await resetSlots(db, {});
      await pipeline.resend();
      const [sent] = pipeline.publishers.splice(0).filter(({ queue }) => queue === platform);
      return sent && pipeline.deliver(sent.message);
    };

    expect([await readOn(0), await readOn(DAYS)]).toEqual(["read", "read"]);

    const happened = await db
      .select({ externalId: apps.externalId, type: events.type })
      .from(events)
      .innerJoin(apps, eq(apps.id, events.appId))
      .where(eq(events.publisherId, publisherId))
      .orderBy(asc(events.id));
    expect(happened).toEqual(added.map((id) => ({ externalId: id, type: "publisher.app_added" })));
    const [watched] = await db.select().from(watchedPublishers).where(eq(watchedPublishers.publisherId, publisherId));
    expect(watched?.shownAppIds.length).toBeGreaterThanOrEqual(before.length + added.length);
  });
});
