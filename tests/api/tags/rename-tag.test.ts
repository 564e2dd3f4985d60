import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { useTags } from "./use-tags.ts";

const setUpTags = useTags();

describe("PATCH /tags/{tag_id}", () => {
  it("[OWN-4] rejects a name of the caller in another case, at creation and when renamed", async () => {
    const { db, api, caller, create, list } = await setUpTags();
    await create("Games");
    const toys = await create("Toys");
    await create("Games", await createCaller(db));
    const patch = (name: string) =>
      api.request({ method: "PATCH", path: `/tags/${toys}`, body: { name }, token: caller.token });

    expect((await api.post("/tags", { name: "GAMES" }, caller)).status).toBe(409);
    expect((await patch("GAMES")).status).toBe(409);
    expect((await patch("TOYS")).body.data).toMatchObject({ id: toys, name: "TOYS" });
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["Games", "TOYS"]);
  });
});
