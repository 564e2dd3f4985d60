import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** Source files of the documentation page besides modules and packages. */
export const PAGE_SOURCES = [
  "docs/openapi.json",
  "functions/documentation/page/page.css",
  "functions/documentation/page/page.html",
  "functions/documentation/page/page.js",
];

/** Embeds the documentation page: replaces the module that reads its files by their contents. */
export const embedPage: Plugin = {
  name: "embed-page",
  setup(build) {
    build.onLoad({ filter: /functions[/\\]documentation[/\\]page-assets\.ts$/ }, async ({ path }) => {
      const { page } = await import(pathToFileURL(path).href);
      return { contents: `export const page = ${JSON.stringify(page)};`, loader: "js" };
    });
  },
};
