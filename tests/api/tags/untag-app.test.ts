import { describe, expect, it } from "vitest";

import { useTags } from "./use-tags.ts";

const setUpTags = useTags();

describe("DELETE /apps/{platform}/{external_id}/tags/{tag_id}", () => {
  it("[OWN-22] give and take a tag, and change nothing the second time", async () => {
    const { create, put, remove, tagsOf, app } = await setUpTags();
    const [games, toys] = [await create("Games"), await create("Toys")];

    const given = [await put(app, toys), await put(app, games), await put(app, games)];
    const both = await tagsOf(app);
    const taken = [await remove(app, toys), await remove(app, toys)];

    expect([...given, ...taken].map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect([both, await tagsOf(app)]).toEqual([["Games", "Toys"], ["Games"]]);
  });
});
