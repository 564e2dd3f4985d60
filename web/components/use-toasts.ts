import { useEffect } from "react";
import type { ToastText } from "./toast-region.tsx";

/** The code is loaded after this time, so that the files of the screen come first. */
const LOADED_AFTER_MS = 5_000;

const load = () => import("./toast-region.tsx");

const toasts = {
  show: (toast: ToastText) => {
    load().then(
      ({ showToast }) => showToast(toast),
      () => {},
    );
  },
};

/** Returns a way to show messages. Its code is loaded early, since one message reports a lost connection. */
export function useToasts() {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return toasts;
}
