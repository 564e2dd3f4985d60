export type ToastKind = "info" | "positive" | "negative";

export type Toast = {
  readonly text: string;
  readonly kind?: ToastKind | undefined;
};

export type Toasts = { readonly show: (toast: Toast) => void };

const toasts: Toasts = {
  show: (toast) => {
    void import("./toast-queue.ts").then(({ showToast }) => showToast(toast));
  },
};

/** Returns what shows a short message over the page. An error that belongs to a place is shown in that place. */
export function useToasts(): Toasts {
  return toasts;
}
