import type { Plugin } from "esbuild";

const leftOut: readonly { readonly module: RegExp; readonly feature: string }[] = [
  { module: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/, feature: "JSON Schema of zod" },
  { module: /\/drizzle-orm\/pg-core\/columns\/all\.js$/, feature: "Tables declared by a callback" },
  { module: /\/drizzle-orm\/relations\.js$/, feature: "Drizzle's relational queries" },
  { module: /\/postgres\/src\/(subscribe|large)\.js$/, feature: "Replication and large objects of PostgreSQL" },
];

export const leaveOutUnused: Plugin = {
  name: "leave-out-unused",
  setup(build) {
    for (const { module, feature } of leftOut) {
      build.onLoad({ filter: module }, async ({ path }) => ({
        contents: standIn(Object.keys(await import(path)), feature),
        loader: "js",
      }));
    }
  },
};

/** Libraries call these exports when they are loaded. The result throws when it is used. */
const BUILDS_A_PART = /^(default$|create)/;

function standIn(names: readonly string[], feature: string): string {
  const message = JSON.stringify(`${feature} is left out of bundles.`);
  const throwing = `const unused = () => { throw new Error(${message}); };`;
  const values = names.map((name) => {
    const value = BUILDS_A_PART.test(name) ? "() => unused" : "unused";
    return name === "default" ? `export default ${value};` : `export const ${name} = ${value};`;
  });
  return [throwing, ...values].join("\n");
}
