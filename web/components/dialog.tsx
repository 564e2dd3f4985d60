import { lazy, type ReactNode, Suspense, useState } from "react";
import { loadFile } from "./load-file.ts";

export type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** "wide" for pictures and tables. */
  readonly size?: "medium" | "wide" | undefined;
  /** A dialog that must be decided closes by its buttons and Escape alone. */
  readonly role?: "dialog" | "alertdialog" | undefined;
};

const ModalDialog = lazy(async () => ({ default: (await loadFile(() => import("./modal-dialog.tsx"))).ModalDialog }));

/** A modal dialog. Its code is loaded when the first one opens. */
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
