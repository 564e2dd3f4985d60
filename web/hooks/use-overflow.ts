import { type RefObject, useEffect, useRef, useState } from "react";

export function useOverflow<Frame extends HTMLElement>(): readonly [RefObject<Frame | null>, boolean] {
  const frame = useRef<Frame>(null);
  const [isOverflowing, setIsOverflowing] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      setIsOverflowing(scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return [frame, isOverflowing];
}
