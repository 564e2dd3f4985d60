import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";

import { feeds } from "../../db/schema/feeds.ts";
import { exportUser } from "../../lib/operations/export-user.ts";
import { useDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

const START = {
  ...{ token_id: 0, delivery_id: 0, tracked_app_id: 0, parent_app_id: 0, competitor_app_id: 0, note_id: 0 },
  ...{ tagged_app_id: 0, tag_id: 0, keyword_event_id: 0, keyword_app_id: 0, keyword_id: 0 },
};

describe("the pages of export-user", () => {
  it.each(nonEmpty(Object.keys(START)))("have no short list again after a %s", async (field) => {
    const { db } = database();
    const { id: userId, email } = await createUser(db);
    await db.insert(feeds).values({ userId, name: "Mine", kind: "mine", secretSha256: randomBytes(32) });

    const first = await exportUser({ db }, { email, after: START });
    const later = await exportUser({ db }, { email, after: { ...START, [field]: 1 } });

    expect([first.feeds.length, later.feeds.length]).toEqual([1, 0]);
  });
});
