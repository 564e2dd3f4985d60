import { type ReactNode, useEffect, useRef } from "react";

import { useCopy } from "../hooks/use-copy.ts";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import styles from "./shown-once.module.css";

type ShownOnceProps = {
  readonly secrets: readonly { readonly name: string; readonly text: string }[];
  readonly onClose: () => void;
  /** Says what the secrets are. */
  readonly children: ReactNode;
};

/** Secrets that no later response has. Each can be copied. */
export function ShownOnce({ secrets, onClose, children }: ShownOnceProps) {
  const { said, copy } = useCopy();
  const lead = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => lead.current?.focus(), []);
  return (
    <div className={styles.shown}>
      <p ref={lead} tabIndex={-1}>
        {children}
      </p>
      {secrets.map(({ name, text }) => (
        <CodeBlock key={name}>{text}</CodeBlock>
      ))}
      <div className={styles.actions}>
        {secrets.map(({ name, text }) => (
          <Button key={name} variant="primary" onPress={() => void copy(name, text)}>
            Copy the {name}
          </Button>
        ))}
        <Button onPress={onClose}>Done</Button>
        <span role="status" className={styles.said}>
          {said}
        </span>
      </div>
    </div>
  );
}
