import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { movedPlace } from "../../../plots/cursor-keys.ts";
import { type DayScale, draggedPlaces, placeAt } from "../../../plots/day-scale.ts";

export type DayCursor = {
  /** The day under the cursor, or null. */
  readonly place: number | null;
  /** The dragged part in pixels, or null. */
  readonly drag: readonly [number, number] | null;
  readonly isByKeyboard: boolean;
};

type CursorOptions = {
  readonly scale: DayScale;
  /** The place at which the arrow keys show a hidden cursor. */
  readonly start: number;
  readonly onChoose: (place: number) => void;
  readonly onZoom: (first: number, last: number) => void;
};

const hidden: DayCursor = { place: null, drag: null, isByKeyboard: false };

/** The share of the days that remains on each side of the cursor when the keyboard zooms in. */
const ZOOM_SHARE = 0.25;

/** One cursor for all lanes: the pointer or the arrow keys move it, a click or Enter chooses its day, a drag zooms. */
export function useDayCursor({ scale, start, onChoose, onZoom }: CursorOptions) {
  const [cursor, setCursor] = useState(hidden);
  const xOf = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const { count } = scale;
  return {
    cursor: cursor.place !== null && cursor.place >= count ? hidden : cursor,
    show: (place: number) => setCursor({ place, drag: null, isByKeyboard: false }),
    handlers: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const x = xOf(event);
        setCursor(({ drag }) => ({
          place: placeAt(scale, x),
          drag: drag === null ? null : [drag[0], x],
          isByKeyboard: false,
        }));
      },
      onPointerLeave: () => setCursor(hidden),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        const x = xOf(event);
        const isDragged = event.pointerType !== "touch";
        if (isDragged) event.currentTarget.setPointerCapture(event.pointerId);
        setCursor({ place: placeAt(scale, x), drag: [x, x], isByKeyboard: false });
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const x = xOf(event);
        const dragged = cursor.drag === null ? null : draggedPlaces(scale, cursor.drag[0], x);
        setCursor({ place: placeAt(scale, x), drag: null, isByKeyboard: false });
        if (cursor.drag === null) return;
        if (dragged === null) onChoose(placeAt(scale, x));
        else if (event.pointerType !== "touch") onZoom(...dragged);
      },
      onPointerCancel: () => setCursor(hidden),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (isForOthers(event)) return;
        const place = cursor.place ?? start;
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          onChoose(place);
        } else if (event.key === "+") {
          const reach = Math.max(1, Math.round(count * ZOOM_SHARE));
          onZoom(Math.max(0, place - reach), Math.min(count - 1, place + reach));
        } else {
          const next = movedPlace(event, cursor.place, { count, start });
          if (next === undefined) return;
          event.preventDefault();
          setCursor({ place: next, drag: null, isByKeyboard: true });
        }
      },
    },
  };
}

/** Marks handle their own keys, and the browser handles keys with a modifier. */
function isForOthers({ target, currentTarget, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLElement>): boolean {
  return target !== currentTarget || ctrlKey || metaKey || altKey;
}
