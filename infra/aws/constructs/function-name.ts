import type { Stage } from "../stage.ts";

const CHARACTERS_MAX = 64;

export function functionName(stage: Pick<Stage, "name">, name: string): string {
  const full = `shelfwatch-${stage.name}-${name}`;
  if (full.length <= CHARACTERS_MAX) return full;
  throw new Error(`${full} has ${full.length} characters, more than the ${CHARACTERS_MAX} of a function: shorten it.`);
}

/** Returns `listApps` or `ListApps` as `list-apps`. */
export function kebabCase(id: string): string {
  return id.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}
