import { useSyncExternalStore } from "react";

const STEP_MS = 30_000;

/** Returns milliseconds, which advance in steps of half a minute while the page is visible. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentStep);
}

function subscribe(onStep: () => void): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) onStep();
  }, STEP_MS);
  return () => clearInterval(timer);
}

function currentStep(): number {
  return Math.ceil(Date.now() / STEP_MS) * STEP_MS;
}
