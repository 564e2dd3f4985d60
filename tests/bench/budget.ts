import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";

import { bounds, FIGURES_FILE, type FigureName, isFar, recordFigure } from "./measuring/figures.ts";

/**
 * `npm run bench -- budget [part of a name]`: runs the benches that measure what has a bound, and prints each figure
 * beside it. It fails where a figure is more than 1.15 times its bound, or was not measured. All of it takes
 * 22 minutes on two cores that do nothing else.
 */
const root = resolve(import.meta.dirname, "../..");

/** In this order, one after the other: what runs beside a bench makes it slower. */
const benches: readonly { readonly args: readonly string[]; readonly figures: readonly FigureName[] }[] = [
  {
    args: ["init", "scrapers/"],
    figures: ["start of the App Store's scraper", "start of Google Play's scraper"],
  },
  { args: ["init", "functions/"], figures: ["API functions that start in more than 15 ms"] },
  { args: ["start"], figures: ["npm start, empty", "npm start, with data"] },
  { args: ["reads"], figures: ["GET /apps over its bare statements"] },
  {
    args: ["growth"],
    figures: ["most that a read grows from 10^4 to 10^6 rows", "slowest read at 10^6 rows, p50"],
  },
  { args: ["charts", "--only", "sizes"], figures: ["WAL of a day of charts"] },
  { args: ["sweeps"], figures: ["WAL of an unchanged day of sweeps"] },
  {
    args: ["dashboard"],
    figures: [
      "first load of the dashboard",
      "requests of the first load",
      "largest paint of Today",
      "largest paint of Overview",
      "largest paint of Listing",
    ],
  },
  { args: ["budget", "--test"], figures: ["npm test"] },
];

/** The keys of the bounds are the names of figures. */
const figureLine = z.object({ name: z.enum(Object.keys(bounds) as FigureName[]), value: z.number() });

const [part = ""] = process.argv.slice(3);
if (part === "--test") await timeTests();
else await runBenches(part);

async function runBenches(part: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-budget-"));
  const file = join(folder, "figures.jsonl");
  try {
    const chosen = benches.filter(({ args, figures }) =>
      [args.join(" "), ...figures].some((name) => name.includes(part)),
    );
    for (const { args } of chosen) {
      console.log(`npm run bench -- ${args.join(" ")}`);
      await run([process.execPath, join(import.meta.dirname, "run.ts"), ...args], { [FIGURES_FILE]: file });
    }
    const measured = await readFigures(file);
    console.log(`\n${"".padEnd(46)} ${"figure".padStart(10)} ${"bound".padStart(8)}`);
    for (const name of chosen.flatMap(({ figures }) => figures)) printFigure(name, measured.get(name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function printFigure(name: FigureName, value: number | undefined): void {
  const { bound, unit } = bounds[name];
  const isOver = value === undefined || isFar(name, value);
  const verdict = value === undefined ? "NOT MEASURED" : isOver ? "TOO MUCH" : value > bound ? "over" : "";
  const text = value === undefined ? "" : value.toFixed(value < 100 ? 2 : 0);
  console.log(`${name.padEnd(46)} ${text.padStart(10)} ${String(bound).padStart(8)} ${unit.padEnd(2)} ${verdict}`);
  if (isOver) process.exitCode = 1;
}

async function readFigures(file: string): Promise<ReadonlyMap<FigureName, number>> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => figureLine.parse(JSON.parse(line))).map(({ name, value }) => [name, value]));
}

async function timeTests(): Promise<void> {
  const startedAt = performance.now();
  const code = await run(["npm", "test"], {});
  // The time of tests that fail is not the time of the tests.
  if (code === 0) recordFigure("npm test", (performance.now() - startedAt) / 1_000);
}

async function run([command = "", ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  return code;
}
