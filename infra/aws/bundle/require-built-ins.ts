import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const anyBuiltIn = new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`);

/**
 * An import statement makes Node read every export of a built-in module. The exports of `node:http` load undici and
 * HTTP/2, which takes as long as loading all of a function's own code.
 */
export const requireBuiltIns: Plugin = {
  name: "require-built-ins",
  setup(build) {
    build.onResolve({ filter: anyBuiltIn }, ({ path, kind, importer }) => {
      if (kind !== "import-statement") return undefined;
      const builtIn = path.startsWith("node:") ? path : `node:${path}`;
      // A module that importers share would become a chunk, which is one more file to read at a cold start.
      return { path: `${builtIn} for ${importer}`, namespace: "built-in", sideEffects: false, pluginData: builtIn };
    });
    build.onLoad({ filter: /^/, namespace: "built-in" }, ({ pluginData }) => ({ contents: exportsOf(pluginData) }));
  },
};

function exportsOf(builtIn: string): string {
  const names = Object.keys(process.getBuiltinModule(builtIn) ?? {}).filter((name) => name !== "default");
  return [
    `const $module = process.getBuiltinModule(${JSON.stringify(builtIn)});`,
    "const $read = (name) => $module[name];",
    "export default $module;",
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ $read(${JSON.stringify(name)});`),
  ].join("\n");
}
