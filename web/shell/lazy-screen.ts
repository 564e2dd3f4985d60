import { type ComponentType, lazy } from "react";

import { loadFile } from "../components/load-file.ts";

/** Returns a screen whose file is loaded when it is first shown. */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await loadFile(load) }));
}
