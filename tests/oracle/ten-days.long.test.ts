import { expect, it } from "vitest";

import { useClockedDatabase } from "../support/database.ts";
import { describeFindings } from "./findings.ts";
import { runTenDays } from "./ten-days.ts";

const database = useClockedDatabase();

const isWhole = process.env.ORACLE === "whole";
const size = isWhole
  ? { tracked: 8, rivals: 4, chartCountries: ["us", "jp", "de"] }
  : { tracked: 3, rivals: 1, chartCountries: ["us"] };
const seed = Number(process.env.ORACLE_SEED ?? 1);

it("shows after each of ten days what the stores showed when it last read them", async () => {
  console.log(`seed ${seed}`);
  const findings = await runTenDays(database().db, { ...size, seed }, console.log);
  console.log(`${findings.compared} values compared, ${findings.list.length} differ`);
  expect(findings.list.length, describeFindings(findings)).toBe(0);
});
