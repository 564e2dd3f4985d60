import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const anyBuiltIn = new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`);

/**
 * Reads only the used exports of Node's own modules, as `require` does. An import statement makes Node read every
 * export: those of `node:http` load undici and HTTP/2, which takes as long as loading all of a function's own code.
 */
export const requireBuiltIns: Plugin = {
  name: "require-built-ins",
  setup(build) {
    build.onResolve({ filter: anyBuiltIn }, ({ path, kind, importer }) => {
      if (kind !== "import-statement") return undefined;
      const builtIn = path.startsWith("node:") ? path : `node:${path}`;
      // One module per importer: a shared one would become a chunk, one more file to read at the start of a function.
      return { path: `${builtIn} for ${importer}`, namespace: "built-in", sideEffects: false, pluginData: builtIn };
    });
    build.onLoad({ filter: /^/, namespace: "built-in" }, ({ pluginData }) => ({ contents: exportsOf(pluginData) }));
  },
};

/** Returns a module that reads each export only if it is used: the bundler leaves out the others. */
function exportsOf(builtIn: string): string {
  const names = Object.keys(process.getBuiltinModule(builtIn) ?? {}).filter((name) => name !== "default");
  return [
    `const $module = process.getBuiltinModule(${JSON.stringify(builtIn)});`,
    "const $read = (name) => $module[name];",
    "export default $module;",
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ $read(${JSON.stringify(name)});`),
  ].join("\n");
}
