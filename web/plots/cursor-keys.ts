const PAGE_SHARE = 0.1;

type Key = { readonly key: string; readonly shiftKey: boolean };

/** Returns the place of the cursor, or null if it is hidden or the plot has fewer days than when it moved there. */
export function placeWithin(place: number | null, count: number): number | null {
  return place !== null && place < count ? place : null;
}

/** Returns undefined if the key does nothing, and null to hide the cursor. A hidden cursor appears at `start`. */
export function movedPlace(
  { key, shiftKey }: Key,
  place: number | null,
  { count, start }: { readonly count: number; readonly start: number },
): number | null | undefined {
  if (count === 0) return undefined;
  const page = Math.max(1, Math.round(count * PAGE_SHARE));
  const step = shiftKey ? page : 1;
  const within = (next: number) => Math.min(count - 1, Math.max(0, next));
  const moved = (by: number) => (place === null ? within(start) : within(place + by));
  switch (key) {
    case "ArrowLeft":
      return moved(-step);
    case "ArrowRight":
      return moved(step);
    case "PageUp":
      return moved(page);
    case "PageDown":
      return moved(-page);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "Escape":
      return place === null ? undefined : null;
    default:
      return undefined;
  }
}
