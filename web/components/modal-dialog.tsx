import type { ReactNode } from "react";
import { Button, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal";
import { classNames } from "../format/class-names.ts";
import styles from "./modal-dialog.module.css";

export type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: "medium" | "wide" | undefined;
  /** An `alertdialog` closes only by its buttons and Escape, since it needs a decision. */
  readonly role?: "dialog" | "alertdialog" | undefined;
};

export function ModalDialog({ title, isOpen, onClose, children, size = "medium", role = "dialog" }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.backdrop ?? ""}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={role === "dialog"}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <Dialog className={styles.dialog ?? ""} role={role}>
          <header className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button className={styles.close ?? ""} aria-label="Close" onPress={onClose}>
              <span aria-hidden="true">✕</span>
            </Button>
          </header>
          <div className={styles.body}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
