import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { licenceNotices } from "../../../web/build/licence-notices.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "shelfwatch-licences-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Saves a package and returns the path of its module. */
function install(folder: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
  mkdirSync(join(root, folder), { recursive: true });
  const all = { "package.json": JSON.stringify({ version: "1.0.0", ...manifest }), ...files };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(root, folder, name), content);
  return `${folder}/dist/module.js`;
}

/** Returns the notices of a file that contains these modules, and of another one a trace of `unused`. */
function noticesOf(modules: readonly string[], unused: readonly string[] = []): string {
  const inputs = Object.fromEntries([
    ...modules.map((path) => [path, { bytesInOutput: 10 }]),
    ...unused.map((path) => [path, { bytesInOutput: 0 }]),
  ]);
  const output = { bytes: 10, imports: [], exports: [], inputs };
  return licenceNotices({ outputs: { "assets/main.js": output } }, root);
}

describe("the licences of bundled packages", () => {
  it("are listed once for packages with the same text, with their names and versions", () => {
    const notices = noticesOf([
      install("node_modules/one", { name: "one" }, { LICENSE: "Copyright of the ones" }),
      install(
        "node_modules/@scope/two",
        { name: "@scope/two", version: "2.0.0" },
        { license: "Copyright of the ones\n" },
      ),
      install(
        "node_modules/one/node_modules/three",
        { name: "three" },
        { "LICENSE.md": "Threes", NOTICE: "and a notice" },
      ),
      "web/main.tsx",
    ]);

    expect(notices).toContain("\n@scope/two 2.0.0\none 1.0.0\n\nCopyright of the ones\n");
    expect(notices).toContain("\nthree 1.0.0\n\nThrees\n\nand a notice\n");
  });

  it("have a text for a package that is in the public domain and ships none", () => {
    expect(noticesOf([install("node_modules/free", { name: "free", license: "Unlicense" })])).toContain(
      "This is free and unencumbered software",
    );
  });

  it("fail the build for a package without a text, unless none of its code is served", () => {
    const module = install("node_modules/bare", { name: "bare", license: "MIT" });

    expect(() => noticesOf([module])).toThrow("bare 1.0.0 is part of the dashboard and has no licence text.");
    expect(noticesOf([], [module])).not.toContain("bare");
  });
});
