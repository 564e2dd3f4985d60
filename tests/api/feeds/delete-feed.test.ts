import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

async function setUpFeed() {
  const { db, api, caller } = await setUp();
  const { body } = await api.post("/feeds", { name: "Mine", scope: { kind: "mine" } }, caller);
  return { db, api, caller, id: body.data.id };
}

describe("DELETE /feeds/{feed_id}", () => {
  it("[FED-6] deletes a feed once", async () => {
    const { api, caller, id } = await setUpFeed();

    const statuses = [await api.delete(`/feeds/${id}`, caller), await api.delete(`/feeds/${id}`, caller)];

    expect(statuses.map(({ status }) => status)).toEqual([204, 404]);
  });

  it("returns 404 for the feed of another user and for none", async () => {
    const { db, api, id } = await setUpFeed();
    const other = await createCaller(db);

    for (const unknown of nonEmpty([id, 1_000_000, "x"])) {
      expect((await api.delete(`/feeds/${unknown}`, other)).status).toBe(404);
    }
    expect((await api.delete(`/feeds/${id}`)).status).toBe(401);
  });
});
