import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Calls at load time that do nothing but define a statement, a table or another name of it. */
const DEFINITION = /(?<== )(statement|alias|pgTable)(?=[<(])/g;

/** Leaves out of a bundle the statements and tables that its function does not use, though it uses others of their file. */
export const pureDefinitions: Plugin = {
  name: "pure-definitions",
  setup(build) {
    build.onLoad({ filter: /\/db\/(queries|schema)\/[\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(DEFINITION, "/* @__PURE__ */ $1"),
      loader: "ts",
    }));
  },
};
