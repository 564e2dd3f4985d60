import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

const leftOut: readonly { readonly module: RegExp; readonly feature: string }[] = [
  { module: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/, feature: "JSON Schema of zod" },
  { module: /\/drizzle-orm\/pg-core\/columns\/all\.js$/, feature: "Tables declared by a callback" },
  { module: /\/drizzle-orm\/relations\.js$/, feature: "Drizzle's relational queries" },
  { module: /\/@modelcontextprotocol\/server\/dist\/ajvProvider-[\w-]+\.mjs$/, feature: "Validation of JSON Schema" },
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

/** The AWS SDK imports these dynamically. Lambda sets credentials as variables, so no function calls them. */
const CREDENTIAL_PROVIDERS = /^@(aws-sdk|smithy)\/credential-provider-/;

export const leaveOutCredentials: Plugin = {
  name: "leave-out-credentials",
  setup(build) {
    build.onResolve({ filter: CREDENTIAL_PROVIDERS }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, namespace: "left-out-credentials" } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: "left-out-credentials" }, ({ path }) => ({
      contents: `throw new Error("${path} is left out of bundles: no credentials are in the variables.");`,
    }));
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

/** Matches a constant that is called or is a template, up to the next line without indentation. */
const DEFINITION = /^((?:export )?const \w+ = )([\w.]+[(<`].*?);$(?=\n*(?:[/\w]|(?!.)))/gms;

/**
 * Removes the statements, fragments, tables, aliases and response schemas that a function does not use. esbuild keeps
 * the arguments of a pure call that are calls themselves, so each is wrapped in a function.
 */
export const pureDefinitions: Plugin = {
  name: "pure-definitions",
  setup(build) {
    build.onLoad(
      { namespace: "file", filter: /\/(db\/(queries\/\w+|schema)\/[\w-]+|lib\/\w+\/[\w-]+-response)\.ts$/ },
      async ({ path }) => ({
        contents: (await readFile(path, "utf8")).replaceAll(DEFINITION, "$1/* @__PURE__ */ (() => ($2))();"),
        loader: "ts",
      }),
    );
  },
};
