import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const planted = mkdtempSync(join(tmpdir(), "shelfwatch-fragments-"));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** Runs the check of `npm run verify` over a tree with this file alone. */
function check(path: string, text: string) {
  const tree = mkdtempSync(join(planted, "tree-"));
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
  for (const name of ["package.json", "tests/architecture/check-fragments.ts", "tests/architecture/counts"]) {
    cpSync(join(root, name), join(tree, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  const options = { cwd: tree, encoding: "utf8", timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tests/architecture/check-fragments.ts"], options);
  return { status, printed: stdout + stderr };
}

describe("the check of SQL that takes its rows", () => {
  it("passes SQL that takes the row that it is about", () => {
    const text = `export const isNew = (app: App) => sql\`\${app.createdAt} > now()\`;`;

    expect(check("db/queries/runs/kept.ts", text)).toMatchObject({ status: 0 });
  });

  it("names exported SQL that needs a row of its file in the statement, and where it is", () => {
    const text = `const app = alias(apps, "app");\nexport const isNew = sql\`\${app.createdAt} > now()\`;`;

    expect(check("db/queries/runs/planted.ts", text)).toEqual({
      status: 1,
      printed: "db/queries/runs/planted.ts: isNew names app\n",
    });
  });

  it("fails where there is nothing to check", () => {
    expect(check("lib/kept.ts", "export {};")).toMatchObject({ status: 1 });
  });
});
