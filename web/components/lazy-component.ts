import { type ComponentType, lazy } from "react";

import { loadFile } from "./load-file.ts";

/** Returns a component whose file is loaded when it is first shown. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy<ComponentType<Props>>(async () => ({ default: await loadFile(load) }));
}
