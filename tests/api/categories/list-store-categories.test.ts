import { describe, expect, it } from "vitest";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

type Category = { id: number; name: string; external_id: string | null; parent_id: number | null };

async function listed(query: string): Promise<Category[]> {
  const { api, caller } = await setUp();
  const response = await api.get(`/store-categories${query}`, caller);
  expect(response.status).toBe(200);
  return response.body.data;
}

describe("GET /store-categories", () => {
  it("lists the categories of both stores by name, each id once", async () => {
    const categories = await listed("");

    const names = categories.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(new Set(categories.map(({ id }) => id)).size).toBe(100);
  });

  it.each([
    ["ios", 42],
    ["android", 58],
  ])("lists those of one platform, with its entry for all of them: %s", async (platform, count) => {
    const categories = await listed(`?platform=${platform}`);

    expect(categories).toHaveLength(count);
    expect(categories).toContainEqual({
      id: expect.any(Number),
      name: "All",
      slug: "all",
      platform,
      type: "app",
      external_id: null,
      parent_id: null,
    });
  });

  it("lists those of one type, games with the category that they are part of", async () => {
    const games = await listed("?platform=ios&type=game");
    const [parent] = (await listed("?platform=ios&type=app")).filter(({ external_id }) => external_id === "6014");

    expect(games).toHaveLength(16);
    expect(new Set(games.map(({ parent_id }) => parent_id))).toEqual(new Set([parent?.id]));
    expect(await listed("?type=magazine")).toEqual([]);
  });

  it("gives no category itself as its parent", async () => {
    for (const { id, parent_id } of nonEmpty(await listed(""))) expect(parent_id).not.toBe(id);
  });

  it.each([
    ["platform", "platform=windows"],
    ["type", "type=song"],
  ])("rejects an unknown %s", async (field, query) => {
    const { api, caller } = await setUp();
    const response = await api.get(`/store-categories?${query}`, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });
});
