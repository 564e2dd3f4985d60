import { join } from "node:path";

import { traps } from "../scrapers/traps.ts";
import { describeMissingTest } from "./find-tests.ts";

/** Every known trap of the stores has a test of the name that its row gives. */
const folder = join(import.meta.dirname, "..", "scrapers");

const problems = traps.flatMap(({ trap, test }) => {
  const fault = describeMissingTest(folder, test);
  return fault === undefined ? [] : [`${trap}: ${fault}`];
});

const repeated = traps.map(({ trap }) => trap).filter((trap, index, all) => all.indexOf(trap) !== index);
problems.push(...repeated.map((trap) => `${trap}: stands there twice`));

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`Each of ${traps.length} traps has its test.`);
