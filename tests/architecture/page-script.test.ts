import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const page = join(root, "functions", "documentation", "page");
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const COMPILER_MS_MAX = 60_000;

const copies: string[] = [];
afterEach(async () => {
  for (const copy of copies.splice(0)) await rm(copy, { recursive: true });
});

/** What the compiler says of a project, by the types of a browser; nothing when all is right. */
function complaintsOf(project: string): Promise<string> {
  return new Promise((resolve) => {
    const given = [compiler, "--noEmit", "--pretty", "false", "--project", project];
    execFile(process.execPath, given, { timeout: COMPILER_MS_MAX }, (error, stdout, stderr) => {
      resolve(stdout + stderr || (error?.message ?? ""));
    });
  });
}

async function copyOfPage(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "shelfwatch-page-"));
  copies.push(copy);
  await cp(page, copy, { recursive: true });
  const configuration = await readFile(join(page, "tsconfig.json"), "utf8");
  await writeFile(
    join(copy, "tsconfig.json"),
    configuration.replace("../../../tsconfig.json", join(root, "tsconfig.json")),
  );
  return copy;
}

describe("the script of the documentation page", { timeout: 2 * COMPILER_MS_MAX }, () => {
  it("has the types that it says it has", async () => {
    expect(await complaintsOf(page)).toBe("");
  });

  it.each([
    [
      "an element that may be missing",
      "form.hidden = true",
      'document.getElementById("sign-in").hidden = true',
      "TS2531",
    ],
    ["a parameter without a type", "function showSignedIn(endsAt)", "function showSignedIn(endsAt, more)", "TS7006"],
    ["what Swagger UI does not have", "ui.preauthorizeApiKey", "ui.preauthoriseApiKey", "TS2551"],
    ["what a browser does not have", "matchMedia(", "require(", "TS2"],
  ])("is checked as strictly as the rest: %s", async (_fault, right, wrong, code) => {
    const copy = await copyOfPage();
    const script = join(copy, "page.js");
    const text = await readFile(script, "utf8");
    expect(text).toContain(right);
    await writeFile(script, text.replace(right, wrong));

    expect(await complaintsOf(copy)).toContain(code);
  });
});
