import { useSyncExternalStore } from "react";

const STEP_MS = 30_000;

/** Returns the time, which moves on every half minute while the page is seen. One timer serves all. */
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
