import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** What the documentation page is made of besides modules and packages. */
export const PAGE_SOURCES = [
  "docs/openapi.json",
  "functions/documentation/page/page.css",
  "functions/documentation/page/page.html",
  "functions/documentation/page/page.js",
];

/** Puts the documentation page into the bundle: the module that reads its files becomes what it has read. */
export const embedPage: Plugin = {
  name: "embed-page",
  setup(build) {
    build.onLoad({ filter: /functions[/\\]documentation[/\\]page-assets\.ts$/ }, async ({ path }) => {
      const { page } = await import(pathToFileURL(path).href);
      return { contents: `export const page = ${JSON.stringify(page)};`, loader: "js" };
    });
  },
};
