import { type ComponentType, lazy } from "react";

import { loadFile } from "./load-file.ts";

export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy<ComponentType<Props>>(async () => ({ default: await loadFile(load) }));
}
