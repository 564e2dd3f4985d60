import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  type UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components/Toast";
import { classNames } from "../format/class-names.ts";
import styles from "./toast-region.module.css";
import type { Toast as ToastText } from "./toasts.ts";

export function ToastRegion({ queue }: { readonly queue: ToastQueue<ToastText> }) {
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
