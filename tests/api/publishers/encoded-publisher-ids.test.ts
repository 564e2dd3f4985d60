import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { publisherId } from "../../../scrapers/android/store/publisher-id.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";

const database = useDatabase();

const SEED = 20_261_122;

/** Android publishers with these names, and what a client needs to request them. */
async function publishersNamed(...names: readonly string[]) {
  const { db } = database();
  for (const name of names) await createPublisher(db, { platform: "android", externalId: publisherId(name), name });
  const [api, caller] = [createApi(db), await createCaller(db)];
  const request = (segment: string) => api.get(`/publishers/android/${segment}`, caller);
  const nameAt = async (segment: string): Promise<unknown> => (await request(segment)).body.data?.publisher.name;
  return { db, api, caller, request, nameAt };
}

describe("the id of an Android publisher in a path", () => {
  it.each(["Tools++ Lab", "50% #1 x\\y", "No Reserved Characters", "%2B+"])(
    "[PUB-3] names the publisher %s encoded once or twice",
    async (name) => {
      const { nameAt } = await publishersNamed(name);
      const id = publisherId(name);

      expect(await nameAt(id)).toBe(name);
      expect(await nameAt(encodeURIComponent(name))).toBe(name);
      expect(await nameAt(encodeURIComponent(id))).toBe(name);
    },
  );

  it("works encoded once for store-apps and for an import", async () => {
    const { db, api, caller } = await publishersNamed("Kite++");
    const app = await createApp(db, { platform: "android" });
    const path = `/publishers/android/${publisherId("Kite++")}`;

    expect((await api.get(`${path}/store-apps`, caller)).status).toBe(200);
    expect((await api.post(`${path}/import`, { external_ids: [app.externalId] }, caller)).status).toBe(202);
    expect(api.stores.android.calls).toMatchObject([{ subject: publisherId("Kite++") }]);
  });

  it("prefers the publisher with exactly this id over the one with the decoded id", async () => {
    const { nameAt } = await publishersNamed("Sky+ Lab", "Sky  Lab");

    expect(await nameAt("Sky%2B+Lab")).toBe("Sky  Lab");
    expect(await nameAt(encodeURIComponent("Sky%2B+Lab"))).toBe("Sky+ Lab");
  });

  it("returns 404 when several publishers match, which keep their ids encoded twice", async () => {
    const { request, nameAt } = await publishersNamed("Sea+ Lab", "Sea +Lab");

    expect((await request("Sea%2B+Lab")).status).toBe(404);
    expect(await nameAt(encodeURIComponent("Sea%2B+Lab"))).toBe("Sea+ Lab");
    expect(await nameAt(encodeURIComponent("Sea+%2BLab"))).toBe("Sea +Lab");
  });

  it("[PUB-3] decodes in the database to the name with its spaces as +, whatever the name", async () => {
    const parts = fc.constantFrom(..."+%/?#\\ ab25BF3C", "%2B", "%25", "%252B", "é", "株");
    const names = fc.sample(
      fc.array(parts, { minLength: 1, maxLength: 12 }).map((chosen) => chosen.join("")),
      { seed: SEED, numRuns: 500 },
    );

    const rows = await database().db.execute<{ decoded: string }>(sql`
      SELECT decoded_publisher_id(id) AS decoded
      FROM jsonb_array_elements_text(${JSON.stringify(names.map(publisherId))}::jsonb) WITH ORDINALITY AS given(id, place)
      ORDER BY place`);

    expect(rows.map(({ decoded }) => decoded)).toEqual(names.map((name) => name.replaceAll(" ", "+")));
  });
});
