import { useEffect, useSyncExternalStore } from "react";

let shown: string | undefined;
const listeners = new Set<() => void>();

function show(name: string | undefined): void {
  shown = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the name of the app whose screen is shown, or undefined until it is known. */
export function useShownApp(): string | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}

/** Names the app of the screen in the bar above it. */
export function useShowApp(name: string | undefined): void {
  useEffect(() => {
    show(name);
    return () => show(undefined);
  }, [name]);
}
