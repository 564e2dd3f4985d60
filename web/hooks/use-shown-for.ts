import { useEffect, useState } from "react";

/** Returns whether the component has been shown for some milliseconds. */
export function useShownFor(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}
