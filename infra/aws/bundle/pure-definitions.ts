import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Matches a constant that is called or is a template, up to the next line without indentation. */
const DEFINITION = /^((?:export )?const \w+ = )([\w.]+[(<`].*?);$(?=\n*(?:[/\w]|(?!.)))/gms;

/**
 * Removes the statements, fragments, tables and aliases that a function does not use. esbuild keeps the arguments of a
 * pure call that are calls themselves, so each is wrapped in a function.
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
