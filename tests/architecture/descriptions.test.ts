import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import { findDescriptions, findFaults } from "./descriptions.ts";

const root = join(import.meta.dirname, "..", "..");
const planted = mkdtempSync(join(tmpdir(), "shelfwatch-descriptions-"));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** Runs the check of `npm run verify` over a tree with this document. */
function check(document: unknown) {
  const tree = mkdtempSync(join(planted, "tree-"));
  mkdirSync(join(tree, "docs"));
  writeFileSync(join(tree, "docs/openapi.json"), JSON.stringify(document));
  for (const name of [
    "package.json",
    "tests/architecture/check-descriptions.ts",
    "tests/architecture/descriptions.ts",
  ]) {
    cpSync(join(root, name), join(tree, name));
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  const options = { cwd: tree, encoding: "utf8", timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tests/architecture/check-descriptions.ts"], options);
  return { status, printed: stdout + stderr };
}

describe("the check of the OpenAPI document's descriptions", () => {
  it("passes a document whose descriptions follow the style", () => {
    expect(check({ info: { description: "`Null` if the app is not known." } })).toMatchObject({ status: 0 });
  });

  it("names a description that breaks the style, and its place", () => {
    expect(check({ info: { description: "the apps whose turn it is." } })).toEqual({
      status: 1,
      printed:
        "/info/description does not start with a capital letter or code\n  the apps whose turn it is.\n" +
        '/info/description contains the word "turn"\n  the apps whose turn it is.\n',
    });
  });

  it("fails if the document has no descriptions", () => {
    expect(check({ info: {} })).toMatchObject({ status: 1 });
  });
});

describe("a description", () => {
  it.each([
    ["null without any.", "does not start with a capital letter or code"],
    ["Time of the last read", "does not end with a full stop, a question mark or a colon"],
    ["The users whom the app belongs to.", 'contains the word "whom"'],
    ["A request looks at both charts.", 'contains the word "looks at"'],
    ["No host gets more than it bears.", 'contains the word "bears"'],
    [`${"The ".repeat(35)}end.`, `has a sentence of more than 35 words: ${"The ".repeat(35)}end.`],
  ])("has a fault: %s", (text, fault) => {
    expect(findFaults(text)).toEqual([fault]);
  });

  it.each([
    "List the apps. Which of them?",
    "`rotated_out` is code.",
    "The service returns it.",
    `${"The ".repeat(34)}end. ${"The ".repeat(34)}end.`,
  ])("has no fault: %s", (text) => {
    expect(findFaults(text)).toEqual([]);
  });

  it("is a text of the document, and neither an example nor a field of that name", () => {
    const document = {
      summary: "One.",
      example: { description: "two" },
      properties: { description: { description: "Three." }, value: { description: "Four." } },
      examples: { first: { summary: "Five.", value: { description: "six" } } },
    };

    expect(findDescriptions(document).map(({ text }) => text)).toEqual(["One.", "Three.", "Four.", "Five."]);
  });
});
