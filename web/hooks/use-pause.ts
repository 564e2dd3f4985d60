import { useEffect, useState } from "react";

/** Returns a value once it has not changed for some milliseconds; until then, the one before. */
export function usePause<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
