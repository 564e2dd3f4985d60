import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
// A context that is made from now on has the function; that of this process was made without it.
const collect: unknown = runInNewContext("gc");

/** Frees what nothing refers to any longer. */
export function collectGarbage(): void {
  if (typeof collect === "function") collect();
}
