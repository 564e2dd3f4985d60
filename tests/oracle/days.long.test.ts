import { expect, it } from "vitest";

import { byRun } from "../support/by-run.ts";
import { useClockedDatabase } from "../support/database.ts";
import { describeFindings } from "./findings.ts";
import { runDays } from "./run-days.ts";
import { LAST_DAY } from "./scenario.ts";

const database = useClockedDatabase();

/** After day 5 come three days without the service, faults of any request, and offers of more apps. */
const size = byRun({
  usual: { tracked: 3, rivals: 1, chartCountries: ["us"], lastDay: 5 },
  nightly: { tracked: 8, rivals: 4, chartCountries: ["us", "jp", "de"], lastDay: LAST_DAY },
});
const seed = Number(process.env.ORACLE_SEED ?? 1);

it("shows after each day what the stores showed when it last read them", async () => {
  console.log(`seed ${seed}`);
  const findings = await runDays(database().db, { ...size, seed }, console.log);
  console.log(`${findings.compared} values compared, ${findings.list.length} differ`);
  expect(findings.list.length, describeFindings(findings)).toBe(0);
});
