import { describe, expect, it } from "vitest";

import { shownValues } from "../../../../web/features/events/event-texts.ts";
import { madeEvent } from "./made-event.ts";

const fact = (field: Parameters<typeof madeEvent>[2], before: string | null, after: string | null) =>
  shownValues(madeEvent("app.fact_changed", { before, after }, field));

describe("values of an event", () => {
  it("show both texts of a listing, to be compared by their words", () => {
    const text = { before: "Before", after: "After", locale: "ja" };

    expect(shownValues(madeEvent("listing.changed", text, "title"))).toEqual({
      kind: "words",
      before: "Before",
      after: "After",
      language: "ja",
    });
    expect(shownValues(madeEvent("listing.changed", { after: "First" }, "subtitle"))).toEqual({
      kind: "pair",
      before: null,
      after: "First",
      isPart: false,
    });
  });

  it("say that texts differ beyond what the event has of them", () => {
    const text = { before: "Same", after: "Same", is_cut: true };

    expect(shownValues(madeEvent("listing.changed", text, "description"))).toMatchObject({ kind: "note" });
  });

  it("show values of facts readably, of lists what was removed and added, and pictures as pictures", () => {
    expect(fact("size_bytes", "1000000", "2000000")).toMatchObject({ before: "1.0 MB", after: "2.0 MB" });
    expect(fact("privacy_policy", null, "https://radar.example/")).toMatchObject({
      before: "None",
      after: "https://radar.example/",
    });
    expect(fact("languages", '["DE","EN"]', '["DE","FR","IT","EN"]')).toEqual({
      kind: "pair",
      before: null,
      after: "French; Italian",
      isPart: true,
    });
    expect(fact("languages", '["DE","E', '["DE"]')).toMatchObject({ kind: "note" });
    expect(fact("feature_graphic", "https://images.example/1", null)).toEqual({
      kind: "pictures",
      before: ["https://images.example/1"],
      after: [],
    });
  });

  it("show icons and screenshots, and no address of a video", () => {
    const pictures = { before_pictures: ["https://images.example/1"], after_pictures: ["https://images.example/2"] };

    expect(shownValues(madeEvent("listing.changed", pictures, "icon_url"))).toEqual({
      kind: "icons",
      before: ["https://images.example/1"],
      after: ["https://images.example/2"],
    });
    expect(shownValues(madeEvent("listing.changed", pictures, "screenshots"))).toMatchObject({ kind: "pictures" });
    expect(shownValues(madeEvent("listing.changed", { after: "https://v.example/" }, "video_url"))).toEqual({
      kind: "none",
    });
  });

  it("show the beginning of long release notes and titles", () => {
    const notes = shownValues(madeEvent("app.version_released", { whats_new: "a".repeat(500) }));
    const added = shownValues(madeEvent("listing.locale_added", { after: "a".repeat(500) }));

    expect(notes).toEqual({ kind: "text", text: `${"a".repeat(220)} …` });
    expect(added).toMatchObject({ kind: "pair", before: null, after: `${"a".repeat(220)} …` });
  });

  it("show nothing where the sentence says all", () => {
    expect(shownValues(madeEvent("app.price_changed", { before: "1.99 USD", after: "2.99 USD" }))).toEqual({
      kind: "none",
    });
    expect(shownValues(madeEvent("app.version_released", {}))).toEqual({ kind: "none" });
  });
});
