import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

const PAGE_MODULES = ["functions/documentation/page-assets.ts", "functions/web/page-assets.ts"];
const pageModule = /functions[/\\](?:documentation|web)[/\\]page-assets\.ts$/;

export const embedPage: Plugin = {
  name: "embed-page",
  setup(build) {
    build.onLoad({ filter: pageModule }, async ({ path }) => {
      const { page } = await import(pathToFileURL(path).href);
      return { contents: `export const page = ${JSON.stringify(page)};`, loader: "js" };
    });
  },
};

export async function pageInputs(root: string): Promise<readonly string[]> {
  const modules = PAGE_MODULES.map(async (path): Promise<{ readonly inputs: readonly string[] }> => {
    return import(pathToFileURL(join(root, path)).href);
  });
  return (await Promise.all(modules)).flatMap(({ inputs }) => inputs);
}
