import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { useTags } from "./use-tags.ts";

const setUpTags = useTags();

describe("GET /tags", () => {
  it("[OWN-20] lists the caller's tags by name with their numbers of apps", async () => {
    const { db, caller, create, put, list, app } = await setUpTags();
    const [toys, games] = [await create(" Toys "), await create("games")];
    for (const one of [app, await createTracked(db, caller.user.id)]) await put(one, games);
    const stranger = await createCaller(db);
    await create("Theirs", stranger);

    const listed = await list();

    const instant = expect.stringMatching(/Z$/);
    expect(listed).toEqual([
      { id: games, name: "games", apps_count: 2, created_at: instant, updated_at: instant },
      { id: toys, name: "Toys", apps_count: 0, created_at: instant, updated_at: instant },
    ]);
  });
});
