import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Calls at load time that only define a statement, a projection or an alias of a table. */
const DEFINITION = /(?<== )(statement|alias|projection)(?=[<(])/g;
/**
 * Matches a whole table: esbuild keeps the arguments of a pure call that are calls themselves, as the columns of a
 * table are.
 */
const TABLE = /(?<== )pgTable\(.*?^\}\)(?=;$)/gms;

/**
 * Removes from a bundle the statements and tables that its function does not use, although it uses others of the same
 * file.
 */
export const pureDefinitions: Plugin = {
  name: "pure-definitions",
  setup(build) {
    build.onLoad({ filter: /\/db\/(queries\/\w+|schema)\/[\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8"))
        .replaceAll(DEFINITION, "/* @__PURE__ */ $1")
        .replaceAll(TABLE, (table) => `/* @__PURE__ */ (() => ${table})()`),
      loader: "ts",
    }));
  },
};
