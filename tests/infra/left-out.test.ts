import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";
import { describe, expect, it } from "vitest";

import { pureDefinitions } from "../../infra/aws/bundle/left-out.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "db", "schema");

const files = await Promise.all(
  (await readdir(folder)).map(async (file) => {
    const source = await readFile(join(folder, file), "utf8");
    return {
      file,
      tables: [...source.matchAll(/^export const (\w+) = pgTable\(/gm)].flatMap(([, name]) => name ?? []),
    };
  }),
);
const tables = files.flatMap(({ file, tables }) => tables.map((table) => ({ file, table })));

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "esm",
    packages: "external",
    plugins: [pureDefinitions],
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("\n");
}

describe("a bundle", () => {
  it.each(tables)("that uses $table of $file has no other table of it", async ({ file, table }) => {
    const text = await bundled(`export { ${table} } from "./${file}";`);

    expect([...text.matchAll(/(\w+) = .*pgTable\(/g)].map(([, name]) => name)).toEqual([table]);
  });

  it("that uses a statement of a file has no other definitions of it than the statement needs", async () => {
    const text = await bundled(`export { deleteCompetitorLink } from "../queries/apps/competitors.ts";`);

    const definitions = [...text.matchAll(/^var (\w+) = \/\* @__PURE__ \*\//gm)].map(([, name]) => name);
    expect(definitions).toEqual(["apps", "appCompetitors", "app", "link", "deleteCompetitorLink"]);
  });
});
