import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components/Toast";
import { createRoot } from "react-dom/client";

import { classNames } from "../format/class-names.ts";
import styles from "./toast-region.module.css";

export type ToastText = {
  readonly text: string;
  readonly kind?: "info" | "positive" | "negative" | undefined;
};

/** Long enough to read two sentences. A pointer or the focus stops the timer. */
const SHOWN_MS = 8_000;
const VISIBLE_MAX = 3;

const queue = new ToastQueue<ToastText>({ maxVisibleToasts: VISIBLE_MAX });
let isMounted = false;

/** The region of messages is a React tree of its own, so that it outlives every screen. */
export function showToast(toast: ToastText): void {
  if (!isMounted) {
    const container = document.createElement("div");
    document.body.append(container);
    createRoot(container).render(<ToastRegion />);
    isMounted = true;
  }
  queue.add(toast, toast.kind === "negative" ? {} : { timeout: SHOWN_MS });
}

function ToastRegion() {
  return (
    <AriaToastRegion queue={queue} className={styles.region ?? ""} aria-label="Messages">
      {({ toast }) => (
        <Toast toast={toast} className={classNames(styles.toast, styles[toast.content.kind ?? "info"])}>
          <ToastContent className={styles.content}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          <Button slot="close" className={styles.close ?? ""} aria-label="Close">
            <span aria-hidden="true">✕</span>
          </Button>
        </Toast>
      )}
    </AriaToastRegion>
  );
}
