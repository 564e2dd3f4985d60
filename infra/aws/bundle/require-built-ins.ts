import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const anyBuiltIn = new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`);

/** Exports of `node:http` that load undici when they are read. They are globals, too. */
const globals = ["WebSocket", "CloseEvent", "MessageEvent"];

/**
 * An import statement makes Node read every export of a built-in module. The exports of `node:http` load undici and
 * HTTP/2, which takes as long as loading all of a function's own code.
 */
export const requireBuiltIns: Plugin = {
  name: "require-built-ins",
  setup(build) {
    build.onResolve({ filter: anyBuiltIn }, ({ path, kind, importer }) => {
      const builtIn = path.startsWith("node:") ? path : `node:${path}`;
      const asModule = { namespace: "built-in", sideEffects: false };
      // esbuild keeps all exports of a module that is imported dynamically.
      if (kind === "dynamic-import" && builtIn === "node:http") {
        return { ...asModule, path: `${builtIn} without globals`, pluginData: { builtIn, leftOut: globals } };
      }
      if (kind !== "import-statement") return undefined;
      // A module that importers share would become a chunk, which is one more file to read at a cold start.
      return { ...asModule, path: `${builtIn} for ${importer}`, pluginData: { builtIn, leftOut: [] } };
    });
    build.onLoad({ filter: /^/, namespace: "built-in" }, ({ pluginData }) => ({ contents: exportsOf(pluginData) }));
  },
};

type BuiltIn = { readonly builtIn: string; readonly leftOut: readonly string[] };

function exportsOf({ builtIn, leftOut }: BuiltIn): string {
  const exported = Object.keys(process.getBuiltinModule(builtIn) ?? {});
  const names = exported.filter((name) => name !== "default" && !leftOut.includes(name));
  return [
    `const $module = process.getBuiltinModule(${JSON.stringify(builtIn)});`,
    "const $read = (name) => $module[name];",
    "export default $module;",
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ $read(${JSON.stringify(name)});`),
  ].join("\n");
}
