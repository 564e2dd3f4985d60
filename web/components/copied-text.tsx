import { useCopy } from "../hooks/use-copy.ts";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import styles from "./shown-once.module.css";

type CopiedTextProps = { readonly name: string; readonly text: string };

/** A text to paste elsewhere, with a button that copies it. */
export function CopiedText({ name, text }: CopiedTextProps) {
  const { said, copy } = useCopy();
  return (
    <>
      <CodeBlock>{text}</CodeBlock>
      <div className={styles.actions}>
        <Button variant="primary" onPress={() => void copy(name, text)}>
          Copy the {name}
        </Button>
        <span role="status" className={styles.said}>
          {said}
        </span>
      </div>
    </>
  );
}
