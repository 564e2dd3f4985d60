import { useEffect } from "react";
import type { ToastText } from "./toast-region.tsx";

/** After what the screen itself needs. */
const LOADED_AFTER_MS = 2_000;

const load = () => import("./toast-region.tsx");

const toasts = {
  show: (toast: ToastText) => {
    // Without its code there is no place for a message.
    load().then(
      ({ showToast }) => showToast(toast),
      () => {},
    );
  },
};

/**
 * Returns what shows a short message over the page. An error that belongs to a place is shown in that place. The code is
 * loaded before it is needed, since a lost connection is one of the messages.
 */
export function useToasts() {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return toasts;
}
