import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { requireBuiltIns } from "../../infra/aws/bundle/require-built-ins.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shelfwatch-built-ins-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns what a bundle prints whose only statement is the given one. */
async function run(statement: string): Promise<string> {
  const [source, bundle] = [join(folder, "source.js"), join(folder, "bundle.mjs")];
  await writeFile(source, statement);
  await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [requireBuiltIns],
  });
  return execFileSync(process.execPath, [bundle], { encoding: "utf8", timeout: 30_000 }).trim();
}

describe("a built-in module in a bundle", () => {
  const loaded = "console.log(typeof Agent, process.moduleLoadList.some((name) => name.includes('undici')))";

  it.each([
    ["imported statically", 'import { Agent } from "node:http";'],
    ["imported dynamically", 'const { Agent } = await import("node:http");'],
    ["imported dynamically as a whole", 'const { Agent } = (await import("http")).default;'],
  ])("loads none of its lazy exports when it is %s", async (_how, statement) => {
    expect(await run(`${statement} ${loaded}`)).toBe("function false");
  });

  it("has its lazy exports when one is used", async () => {
    expect(await run('import { WebSocket } from "node:http"; console.log(typeof WebSocket);')).toBe("function");
  });
});
