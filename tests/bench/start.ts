import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { PREPARED_DIR } from "../../infra/local/prepared/prepared-parts.ts";
import { bounds, isFar, recordFigure } from "./measuring/figures.ts";
import { least, median } from "./measuring/typical.ts";

/**
 * `npm run bench -- start [turns]`: seconds from `npm start` to its address and to the first commands to try, on an
 * empty folder, and on the same folder once more, when nothing has changed. It fails where the median is far beyond its
 * bound. The first start of a clone, which has to make all that the others copy, is printed by itself.
 */
const TURNS = 10;
/** Bundles, the synthesis and a database. */
const PARTS = 3;
const POLL_MS = 100;
const PREPARED_TIMEOUT_MS = 120_000;

const root = resolve(import.meta.dirname, "../..");
const [, turns = String(TURNS)] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), "bench-start-"));
let first: readonly [number, number];
const seconds: Record<"empty" | "with data", (readonly [number, number])[]> = { empty: [], "with data": [] };
try {
  await rm(PREPARED_DIR, { recursive: true, force: true });
  first = await start(join(folder, "first"), untilPrepared);
  for (let turn = 0; turn < Number(turns); turn += 1) {
    const data = join(folder, String(turn));
    seconds.empty.push(await start(data));
    seconds["with data"].push(await start(data));
    await rm(data, { recursive: true, force: true });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

console.log(`npm start, first of a clone: ${first[0].toFixed(2)} s; commands to try after ${first[1].toFixed(2)} s`);
for (const name of ["empty", "with data"] as const) {
  const [up, directed] = [0, 1].map((place) => seconds[name].map((times) => times[place] ?? Number.NaN));
  const typical = median(up ?? []);
  const figure = `npm start, ${name}` as const;
  console.log(
    `npm start, ${name.padEnd(9)}: median ${typical.toFixed(2)} s (bound ${bounds[figure].bound} s), least ` +
      `${least(up ?? []).toFixed(2)} s; commands to try after ${median(directed ?? []).toFixed(2)} s`,
  );
  recordFigure(figure, typical);
  if (isFar(figure, typical)) process.exitCode = 1;
}

async function untilPrepared(): Promise<void> {
  const timeout = AbortSignal.timeout(PREPARED_TIMEOUT_MS);
  const count = async () =>
    (await readdir(PREPARED_DIR).catch(() => [])).filter((name) => name !== "unfinished").length;
  while ((await count()) < PARTS) await delay(POLL_MS, undefined, { signal: timeout });
}

/** Seconds until both lines of the output. */
async function start(data: string, untilStop = async () => {}): Promise<readonly [number, number]> {
  const startedAt = performance.now();
  const child = spawn("npm", ["start", "--", "--port", "0", "--data", data], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    // The signal reaches npm and all that it has started, as Ctrl-C in a terminal does.
    detached: true,
  });
  const ended = once(child, "exit");
  const isUp = Promise.withResolvers<number>();
  const isDirected = Promise.withResolvers<number>();
  let output = "";
  child.stdout.on("data", (part: Buffer) => {
    output += part;
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    if (output.includes("Shelfwatch is up")) isUp.resolve(tookSeconds);
    if (output.includes("Stop: Ctrl-C")) isDirected.resolve(tookSeconds);
  });
  const failed = ended.then(() => Promise.reject(new Error(`npm start ended:\n${output}`)));
  const took = await Promise.race([Promise.all([isUp.promise, isDirected.promise]), failed]);
  failed.catch(() => {});
  await untilStop();
  if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  await ended;
  return took;
}
