import { expect } from "vitest";

import { type Fault, faultModes } from "./effects.ts";

type Played = { readonly effects: readonly string[]; readonly dump: unknown };

/**
 * Plays a scenario with each of its effects disturbed in each way, and compares what is stored in the end. Returns the
 * names of the effects.
 */
export async function sweepCrashPoints(
  scenario: string,
  play: (fault?: Fault) => Promise<Played>,
): Promise<readonly string[]> {
  const golden = await play();

  for (const at of golden.effects.keys()) {
    for (const mode of faultModes) {
      const disturbed = await play({ at, mode });
      const where = `${scenario}, effect ${at} (${golden.effects[at]}) ${mode}`;
      expect(disturbed.effects.length, where).toBeGreaterThan(at);
      expect(disturbed.dump, where).toEqual(golden.dump);
    }
  }
  return golden.effects;
}
