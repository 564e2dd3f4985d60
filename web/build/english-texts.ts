import { join } from "node:path";
import type { Plugin } from "esbuild";

const LANGUAGE_FILE = /[/\\]intl[/\\](?:.*[/\\])?[a-z]{2}-[A-Z]{2}\.mjs$/;
const REACT_ARIA = /[/\\]react-(?:aria|stately|aria-components)[/\\]/;

/** React Aria has texts in 34 languages. The dashboard is in English only, so the English file replaces all others. */
export const englishTexts: Plugin = {
  name: "english-texts",
  setup(build) {
    build.onResolve({ filter: LANGUAGE_FILE }, ({ path, resolveDir }) =>
      REACT_ARIA.test(resolveDir)
        ? { path: join(resolveDir, path.replace(/[a-z]{2}-[A-Z]{2}\.mjs$/, "en-US.mjs")) }
        : null,
    );
  },
};
