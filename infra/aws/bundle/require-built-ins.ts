import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const anyBuiltIn = new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`);

/**
 * Takes from Node's own modules what is used, as `require` does. An import statement makes Node read every export of the
 * module first: those of `node:http` alone load undici and HTTP/2, which costs as much as all that a function holds.
 */
export const requireBuiltIns: Plugin = {
  name: "require-built-ins",
  setup(build) {
    build.onResolve({ filter: anyBuiltIn }, ({ path, kind, importer }) => {
      if (kind !== "import-statement") return undefined;
      const builtIn = path.startsWith("node:") ? path : `node:${path}`;
      // A module for each importer: shared by a chunk, it would be a file of its own that the function starts with.
      return { path: `${builtIn} for ${importer}`, namespace: "built-in", sideEffects: false, pluginData: builtIn };
    });
    build.onLoad({ filter: /^/, namespace: "built-in" }, ({ pluginData }) => ({ contents: exportsOf(pluginData) }));
  },
};

/** Each is read only where it is used: the bundler leaves out the others. */
function exportsOf(builtIn: string): string {
  const names = Object.keys(process.getBuiltinModule(builtIn) ?? {}).filter((name) => name !== "default");
  return [
    `const $module = process.getBuiltinModule(${JSON.stringify(builtIn)});`,
    "const $read = (name) => $module[name];",
    "export default $module;",
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ $read(${JSON.stringify(name)});`),
  ].join("\n");
}
