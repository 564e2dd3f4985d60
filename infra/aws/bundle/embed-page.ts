import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** The modules that read or build the files of a page. */
const PAGE_MODULES = ["functions/documentation/page-assets.ts", "functions/web/page-assets.ts"];
const pageModule = /functions[/\\](?:documentation|web)[/\\]page-assets\.ts$/;

/** Embeds pages: replaces each module that reads or builds the files of one by their contents. */
export const embedPage: Plugin = {
  name: "embed-page",
  setup(build) {
    build.onLoad({ filter: pageModule }, async ({ path }) => {
      const { page } = await import(pathToFileURL(path).href);
      return { contents: `export const page = ${JSON.stringify(page)};`, loader: "js" };
    });
  },
};

/** Returns the paths of the files from which the embedded pages were made, from the repository's root. */
export async function pageInputs(root: string): Promise<readonly string[]> {
  const modules = PAGE_MODULES.map(async (path): Promise<{ readonly inputs: readonly string[] }> => {
    return import(pathToFileURL(join(root, path)).href);
  });
  return (await Promise.all(modules)).flatMap(({ inputs }) => inputs);
}
