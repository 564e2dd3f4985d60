import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";

/**
 * Returns a folder that all workers of a run share. The first worker that needs it makes it at the path that it is
 * given, and the others wait.
 */
export async function shareInRun(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const shared = join(inject("runFolder"), name);
  const isFirst = await mkdir(`${shared}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await make(`${shared}.unfinished`);
    await rename(`${shared}.unfinished`, shared);
  }
  while (!existsSync(shared)) await sleep(100);
  return shared;
}
