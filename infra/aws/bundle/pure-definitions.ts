import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * Matches a constant that is called or is a template. Sources are formatted, so it ends before the next line that is not
 * indented.
 */
const DEFINITION = /^((?:export )?const \w+ = )([\w.]+[(<`].*?);$(?=\n*(?:[/\w]|(?!.)))/gms;

/**
 * Removes from a bundle the statements, fragments, tables and aliases that its function does not use, although it uses
 * others of the same file. esbuild keeps the arguments of a pure call that are calls themselves, so each is wrapped.
 */
export const pureDefinitions: Plugin = {
  name: "pure-definitions",
  setup(build) {
    build.onLoad({ filter: /\/db\/(queries\/\w+|schema)\/[\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(DEFINITION, "$1/* @__PURE__ */ (() => ($2))();"),
      loader: "ts",
    }));
  },
};
