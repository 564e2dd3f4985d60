import { createRequire, syncBuiltinESMExports } from "node:module";

import type { VirtualWorld } from "./world.ts";

/**
 * Makes waits of the service's own that no port has, such as the one before a quick retry, waits by the virtual clock
 * where work of the world makes them. Returns what ends that.
 */
export function followVirtually(world: VirtualWorld): () => void {
  const timers: { setTimeout: (ms?: number, value?: unknown) => Promise<unknown> } = createRequire(import.meta.url)(
    "node:timers/promises",
  );
  const { setTimeout: waitReally } = timers;
  timers.setTimeout = async (ms = 0, value) => {
    if (world.current() === undefined) return waitReally(ms, value);
    await world.sleep(ms);
    return value;
  };
  syncBuiltinESMExports();
  return () => {
    timers.setTimeout = waitReally;
    syncBuiltinESMExports();
  };
}
