import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { traps } from "../scrapers/traps.ts";

/** Every known trap of the stores has a test of the name that its row gives. */
const folder = join(import.meta.dirname, "..", "scrapers");

const problems = traps.flatMap(({ trap, test }) => {
  const [, file = "", title = ""] = /^([\w.-]+\.ts) > (.+)$/.exec(test) ?? [];
  if (file === "") return [`${trap}: "${test}" names no file and title`];
  if (!existsSync(join(folder, file))) return [`${trap}: there is no ${file}`];
  return isTitle(readFileSync(join(folder, file), "utf8"), title) ? [] : [`${trap}: ${file} has no test "${title}"`];
});

const repeated = traps.map(({ trap }) => trap).filter((trap, index, all) => all.indexOf(trap) !== index);
problems.push(...repeated.map((trap) => `${trap}: stands there twice`));

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`Each of ${traps.length} traps has its test.`);

/** The title of a test that runs: of `it(…)` or `it.each(…)(…)`, not of one that is skipped or only mentioned. */
function isTitle(source: string, title: string): boolean {
  const place = source.indexOf(JSON.stringify(title));
  if (place < 0) return false;
  const lead = source.slice(0, place).trimEnd();
  const test = lead.lastIndexOf("  it");
  return /[(]$/.test(lead) && /^ {2}it(\(|\.each\()/.test(source.slice(test));
}
