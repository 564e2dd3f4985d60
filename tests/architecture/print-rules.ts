import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { readRules } from "./rules.ts";

/** Prints rules with the lines of the tests that name them; with --check, those alone that are wrong. */
const root = join(import.meta.dirname, "..", "..");
const rules = readRules();
const areas = [...new Set(rules.map(({ id }) => id.split("-")[0]))].join("|");

const linesById = new Map<string, string[]>(rules.map(({ id }) => [id, []]));
const unknown: string[] = [];
for (const path of globSync("tests/**/*.ts", { cwd: root }).toSorted()) {
  for (const [index, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
    for (const [id] of line.matchAll(new RegExp(`\\b(?:${areas})-\\d+\\b`, "g"))) {
      const place = `${path}:${index + 1}`;
      const lines = linesById.get(id);
      if (lines === undefined) unknown.push(`${place}: no rule has the id ${id}`);
      else lines.push(`${place} ${line.trim()}`);
    }
  }
}

const [first, ...others] = process.argv.slice(2);
const faults = [
  ...unknown,
  ...rules.filter(({ id }) => linesById.get(id)?.length === 0).map(({ id }) => `${id}: no test names it`),
];
if (first !== "--check") {
  const wanted = new Set([first, ...others]);
  for (const { id, sentence } of rules.filter((rule) => first === undefined || wanted.has(rule.id))) {
    console.log([`${id} ${sentence}`, ...(linesById.get(id) ?? [])].join("\n  "));
  }
} else if (faults.length === 0) {
  console.log(`Each of ${rules.length} rules is named by a test.`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
