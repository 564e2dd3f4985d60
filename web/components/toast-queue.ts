import { createElement } from "react";
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast";
import { createRoot } from "react-dom/client";
import { ToastRegion } from "./toast-region.tsx";
import type { Toast } from "./toasts.ts";

/** Long enough to read two sentences; a pointer or the focus stops the clock. */
const SHOWN_MS = 8_000;
const VISIBLE_MAX = 3;

const queue = new ToastQueue<Toast>({ maxVisibleToasts: VISIBLE_MAX });
let isMounted = false;

/** Shows a message. The region of messages is a tree of its own, so that it outlives every screen. */
export function showToast(toast: Toast): void {
  if (!isMounted) {
    const container = document.createElement("div");
    document.body.append(container);
    createRoot(container).render(createElement(ToastRegion, { queue }));
    isMounted = true;
  }
  queue.add(toast, toast.kind === "negative" ? {} : { timeout: SHOWN_MS });
}
