import { median } from "./typical.ts";

/** Beyond this the machine strays too much for a ratio to mean anything. */
const STRAY_MAX = 0.05;

type Rounds = {
  readonly turns: number;
  /** Left out of the figures: until then the code is compiled and the caches are filled. */
  readonly warmUpTurns: number;
  /** Of one contestant in a row, so that a turn is long beside the clock and pays for the garbage that it makes. */
  readonly runsPerTurn: number;
};

/**
 * Milliseconds a run of each contestant, by turn. Who begins changes with the turn, and each begins with the new part of
 * the heap collected; all of it would throw away compiled code. Needs `--expose-gc`.
 */
export async function takeTurns<Name extends string>(
  contestants: Readonly<Record<Name, () => Promise<void>>>,
  { turns, warmUpTurns, runsPerTurn }: Rounds,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(contestants) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let turn = -warmUpTurns; turn < turns; turn += 1) {
    const first = Math.abs(turn) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      globalThis.gc?.({ type: "minor" });
      const startedAt = performance.now();
      for (let run = 0; run < runsPerTurn; run += 1) await contestants[name]();
      if (turn >= 0) times[name].push((performance.now() - startedAt) / runsPerTurn);
    }
  }
  return times;
}

/** Compared within each turn, so that a machine that slows down slows both alike. */
export function ratio(of: readonly number[], over: readonly number[]): number {
  return median(of.map((took, turn) => took / (over[turn] ?? Number.NaN)));
}

/** The ratio of a contestant to itself, and what a run is worth that it strays in. */
export function describeControl(control: number): string {
  const isVoid = Math.abs(control - 1) > STRAY_MAX;
  return `${control.toFixed(3)} x (A/A${isVoid ? `: off by more than ${STRAY_MAX * 100} %, this run is void` : ""})`;
}
