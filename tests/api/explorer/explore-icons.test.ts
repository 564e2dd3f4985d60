import { describe, expect, it } from "vitest";

import { categoryIdOf } from "../../support/charts.ts";
import { createPublisher } from "../../support/factories.ts";
import { createShown, describeExplorer } from "./explored-apps.ts";

const { database, explore } = describeExplorer("icons");

describe("GET /explorer/icons", () => {
  it("shows an app's icon with its publisher and category, and leaves out apps without one", async () => {
    const { db } = database();
    const publisher = await createPublisher(db, { name: "Sample Ltd" });
    const categoryId = await categoryIdOf(db, "ios", "6007");
    const app = await createShown(db, { name: null, publisherId: publisher.id, categoryId });
    await createShown(db, { iconUrl: null });

    expect((await explore()).body.data).toEqual([
      {
        app_id: app.id,
        external_id: app.externalId,
        platform: "ios",
        name: app.externalId,
        icon_url: "https://store.example/icon.png",
        publisher_name: "Sample Ltd",
        category_name: "Productivity",
      },
    ]);
  });
});
