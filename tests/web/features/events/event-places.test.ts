import { describe, expect, it } from "vitest";

import { describeLanguage, describePlaces } from "../../../../web/features/events/event-places.ts";
import { languagesOf, madeEvent, placesOf } from "./made-event.ts";

const texts = (languages: ReturnType<typeof languagesOf>, languages_total = languages.length) =>
  describePlaces(madeEvent("listing.changed", { languages, languages_total }, "title"));

describe("where something changed", () => {
  it("names a text by its language, with the number of others that show it", () => {
    expect(texts([...languagesOf("en-US", "de-DE", "fr-FR"), ...languagesOf("ja")])).toBe(
      "English (US) and 2 that show it · Japanese",
    );
    expect(texts(languagesOf("en-US", "de-DE"))).toBe("English (US) and 1 that shows it");
  });

  it("says which languages show the text of one that has not changed", () => {
    const fallbacks = languagesOf("en-US", "ja", "ko", "th").slice(1);

    expect(texts(fallbacks)).toBe("Japanese and 2 more show the English (US) text");
    expect(texts(fallbacks.slice(0, 1))).toBe("Japanese shows the English (US) text");
  });

  it("names none if the sentence of the event names the only one", () => {
    expect(texts(languagesOf("ja"))).toBe("");
    expect(
      describePlaces(madeEvent("app.price_changed", { countries: placesOf("1", "2", "us"), countries_total: 1 })),
    ).toBe("");
  });

  it("counts the languages that the event does not list", () => {
    expect(texts(languagesOf("en-US", "de-DE"), 12)).toBe("English (US) and 1 that shows it · 10 more languages");
  });

  it("names the first storefronts, the largest first", () => {
    const codes = ["us", "jp", "de", "gb", "fr", "it", "es", "br", "mx"];
    const countries = (shown: readonly string[], countries_total = shown.length) =>
      describePlaces(madeEvent("app.price_changed", { countries: placesOf("1", "2", ...shown), countries_total }));

    expect(countries(["us", "jp"])).toBe("United States · Japan");
    expect(countries(["us", "jp"], 60)).toBe("United States · Japan · 58 more");
    expect(countries(codes)).toBe(
      "United States · Japan · Germany · United Kingdom · France · Italy · Spain · Brazil · and more",
    );
  });
});

describe("what a language shows", () => {
  const event = madeEvent("listing.changed", { languages: [...languagesOf("en-US", "ja"), ...languagesOf("fr-FR")] });

  it("is a new text of its own, or that of another language", () => {
    expect(describeLanguage(event, "ja")).toBe("Japanese shows the English (US) text");
    expect(describeLanguage(event, "fr-FR")).toBe("French (France) has a new text of its own");
    expect(describeLanguage(event, "ko")).toBe("");
  });
});
