import { useEffect, useEffectEvent, useState } from "react";

const RETRIES_MAX = 12;
const SECOND_MS = 1_000;

/** Returns seconds, or undefined once the automatic retries are used up. The countdown restarts after each try. */
export function useRetryCountdown(input: {
  readonly seconds: number | undefined;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}): number | undefined {
  const { seconds, isRetrying } = input;
  const [left, setLeft] = useState(seconds);
  const [retries, setRetries] = useState(0);
  const isCounting = seconds !== undefined && !isRetrying && retries < RETRIES_MAX;
  const retry = useEffectEvent(() => {
    setRetries((count) => count + 1);
    input.retry();
  });
  useEffect(() => {
    if (!isCounting) return;
    const endsAtMs = Date.now() + seconds * SECOND_MS;
    setLeft(seconds);
    const timer = setInterval(() => {
      const secondsLeft = Math.ceil((endsAtMs - Date.now()) / SECOND_MS);
      setLeft(Math.max(0, secondsLeft));
      if (secondsLeft > 0) return;
      clearInterval(timer);
      retry();
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [isCounting, seconds]);
  return isCounting ? left : undefined;
}
