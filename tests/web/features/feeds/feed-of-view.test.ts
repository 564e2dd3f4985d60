import { describe, expect, it } from "vitest";

import { readState } from "../../../../web/client/codec.ts";
import { newFeedPath, newFeedState, showsEvents } from "../../../../web/features/feeds/feed-of-view.ts";

describe("a feed of a saved view", () => {
  it("is offered for the screens of changes alone", () => {
    const paths = ["/changes/apps", "/changes/competitors", "/changes/all", "/", "/charts", "/apps/ios/1/changes"];

    expect(paths.map((path) => showsEvents({ path }))).toEqual([true, true, true, false, false, false]);
  });

  it("begins with the view that its address names", () => {
    const [, search = ""] = newFeedPath(7).split("?");

    expect(readState(newFeedState, search)).toEqual({ view: 7 });
    expect(readState(newFeedState, "view=x")).toEqual({ view: 0 });
  });
});
