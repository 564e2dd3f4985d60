import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

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

/** Returns the files from which the pages among the modules are built. */
export async function pageInputs(root: string, modules: readonly string[]): Promise<readonly string[]> {
  const pages = modules.filter((path) => pageModule.test(path));
  const loaded = pages.map(async (path): Promise<{ readonly inputs: readonly string[] }> => {
    return import(pathToFileURL(join(root, path)).href);
  });
  return (await Promise.all(loaded)).flatMap(({ inputs }) => inputs);
}
