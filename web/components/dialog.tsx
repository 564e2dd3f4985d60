import { Suspense, useState } from "react";
import { lazyComponent } from "./lazy-component.tsx";
import type { DialogProps } from "./modal-dialog.tsx";

const ModalDialog = lazyComponent(async () => (await import("./modal-dialog.tsx")).ModalDialog);

/** The dialog's code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ModalDialog {...props} />
    </Suspense>
  );
}
