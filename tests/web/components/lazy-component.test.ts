import { createElement, Suspense } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { LoadFailure, lazyComponent, loadFile } from "../../../web/components/lazy-component.tsx";

const lost = new TypeError("Failed to fetch dynamically imported module");

/** Loads a file whose first attempts fail. Returns the module, or why there is none, and how many attempts were made. */
async function loadAfter(failures: number, isReachable = false) {
  let attempts = 0;
  const load = async () => {
    attempts += 1;
    if (attempts <= failures) throw lost;
    return "the module";
  };
  const loaded = await loadFile(load, async () => isReachable).catch((error: unknown) =>
    error instanceof LoadFailure ? error.fault : error,
  );
  return { loaded, attempts };
}

describe("a file of the page", () => {
  it("that comes is loaded once, and one that does not come is requested again", async () => {
    expect(await loadAfter(0)).toEqual({ loaded: "the module", attempts: 1 });
    expect(await loadAfter(1)).toEqual({ loaded: "the module", attempts: 2 });
  });

  it("that fails twice was replaced by a release if the service responds, and is out of reach otherwise", async () => {
    expect(await loadAfter(2, true)).toEqual({ loaded: "replaced", attempts: 2 });
    expect(await loadAfter(2, false)).toEqual({ loaded: "unreachable", attempts: 2 });
  });
});

describe("a component whose code is loaded later", () => {
  const Word = lazyComponent(
    async () =>
      ({ word }: { readonly word: string }) =>
        createElement("p", null, word),
  );
  const markup = () =>
    renderToStaticMarkup(createElement(Suspense, { fallback: "…" }, createElement(Word, { word: "Shown" })));

  it("shows a fallback until its code is there, and none if it is there before", async () => {
    expect(markup()).toContain("…");
    await Word.load();
    expect(markup()).toBe("<p>Shown</p>");
  });
});
