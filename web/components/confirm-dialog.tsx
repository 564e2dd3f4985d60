import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./modal-dialog.module.css";

type ConfirmDialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly isDangerous?: boolean | undefined;
  readonly isPending?: boolean | undefined;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog title={props.title} isOpen={props.isOpen} onClose={props.onClose} role="alertdialog">
      <div>{props.children}</div>
      <div className={styles.actions}>
        <Button onPress={props.onClose}>Cancel</Button>
        <Button
          variant={props.isDangerous === true ? "danger" : "primary"}
          isPending={props.isPending}
          onPress={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
