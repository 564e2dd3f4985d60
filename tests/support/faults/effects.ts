import { expect } from "vitest";

import type { Db } from "../../../db/client.ts";
import { nonEmpty } from "../non-empty.ts";
import type { LoggedError } from "./memory-queue.ts";

/**
 * `dies`: the process ends there, nothing after it happens. `fails`: the effect throws and the code goes on; `before`:
 * it did not happen, `after`: it did, and its acknowledgement was lost.
 */
const faultModes = ["dies before", "fails before", "fails after"] as const;
type FaultMode = (typeof faultModes)[number];
export type Fault = { readonly at: number; readonly mode: FaultMode };

/** In which ways the effect at this place of all their names is disturbed, each in a play of its own. */
export type FaultModes = (at: number, names: readonly string[]) => readonly FaultMode[];

export const inEachMode: FaultModes = () => faultModes;
/** They differ between runs of the tests, which so disturb other effects, and the same ones in another way. */
const drawn = Date.now() % faultModes.length ** 2;
const [place, way] = [drawn % faultModes.length, Math.floor(drawn / faultModes.length)];
console.info(`effects ${place}, ways ${way}`);

function isEnd(at: number, names: readonly string[]): boolean {
  const name = names[at] ?? "";
  return names.indexOf(name) === at || names.lastIndexOf(name) === at;
}

const isTurn = (at: number) => (at + place) % 3 === 0;
const isSampled = (at: number, names: readonly string[]) => isEnd(at, names) || isTurn(at);

/** The first and the last effect of a name end their process, and a third of those between do. */
export const byDeath: FaultModes = (at, names) => (isSampled(at, names) ? ["dies before"] : []);
/** Each effect is disturbed in one way. The ways shift after three effects, since some effects recur in threes. */
export const alternating: FaultModes = (at) =>
  faultModes.filter((_mode, index) => index === (at + Math.floor(at / 3) + way) % faultModes.length);
/** The effects that `byDeath` disturbs, each in one of the ways. */
export const sampled: FaultModes = (at, names) => (isSampled(at, names) ? alternating(at, names) : []);
/** A third of all effects, each in one of the ways. */
export const inTurn: FaultModes = (at, names) => (isTurn(at) ? alternating(at, names) : []);

/** The first and the last of a name in each way, those between alternately: what is done for each item of many. */
export const atBothEnds: FaultModes = (at, names) => (isEnd(at, names) ? inEachMode : alternating)(at, names);

class InjectedFault extends Error {
  override readonly name = "InjectedFault";
}

/** What both platforms do may have failed for both. */
function isInjected(error: unknown): boolean {
  return error instanceof InjectedFault || (error instanceof AggregateError && error.errors.every(isInjected));
}

/** Leaves out the logged errors that were injected: what else failed would make the test prove something else. */
export function withoutInjected(errors: readonly LoggedError[]): readonly LoggedError[] {
  return errors.filter(({ errorName }) => errorName !== InjectedFault.name);
}

/** Numbers every statement, store call and send, and disturbs one of them. */
export function createEffects() {
  const names: string[] = [];
  const unexplained: unknown[] = [];
  let fault: Fault | undefined;
  let isDead = false;

  async function effect<T>(name: string, act: () => PromiseLike<T>): Promise<T> {
    if (isDead) throw new InjectedFault(`${name} of a process that is no more`);
    names.push(name);
    if (fault === undefined || names.length - 1 !== fault.at) return act();

    isDead = fault.mode.startsWith("dies");
    if (fault.mode.endsWith("after")) await act();
    throw new InjectedFault(`${fault.mode} ${name}`);
  }

  const revive = () => {
    isDead = false;
  };

  return {
    /** Effects since `begin`, in order. */
    names: names as readonly string[],
    /** Errors of attempts that no fault explains. */
    unexplained: unexplained as readonly unknown[],
    begin: (next?: Fault) => {
      names.length = 0;
      fault = next;
    },
    /** Another process takes the place of one that died. */
    revive,
    /** Returns false when the process that did it died or failed; another takes its place. */
    attempt: async (act: () => Promise<unknown>): Promise<boolean> => {
      try {
        await act();
        return true;
      } catch (error) {
        if (!isInjected(error)) unexplained.push(error);
        return false;
      } finally {
        revive();
      }
    },
    db: (db: Db): Db => ({ ...db, run: (statement) => effect(statement.name, () => db.run(statement)) }),
    /** The same store or queue, each of whose methods is an effect. */
    calls: <Target extends object>(target: Target): Target =>
      new Proxy(target, {
        get: (_target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          return (...values: unknown[]) => effect(String(name), () => Reflect.apply(value, target, values));
        },
      }),
  };
}

type Played = { readonly effects: readonly string[]; readonly dump: unknown };

/**
 * Plays a scenario with each of its effects disturbed in each of these ways, and compares what is stored in the end.
 * Returns the names of the effects.
 */
export async function sweepCrashPoints(
  scenario: string,
  play: (fault?: Fault) => Promise<Played>,
  modesOf: FaultModes = inEachMode,
): Promise<readonly string[]> {
  const golden = await play();
  const faults = golden.effects.flatMap((_name, at) =>
    modesOf(at, golden.effects).map((mode): Fault => ({ at, mode })),
  );

  for (const { at, mode } of nonEmpty(faults)) {
    const disturbed = await play({ at, mode });
    const where = `${scenario}, effect ${at} (${golden.effects[at]}) ${mode}`;
    expect(disturbed.effects.length, where).toBeGreaterThan(at);
    expect(disturbed.dump, where).toEqual(golden.dump);
  }
  return golden.effects;
}
