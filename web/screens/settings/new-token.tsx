import { useEffect, useRef, useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { Button } from "../../components/button.tsx";
import styles from "./settings.module.css";

type NewTokenProps = { readonly created: Data<"createApiToken">; readonly onClose: () => void };

export function NewToken({ created: { token, plain_text_token: secret }, onClose }: NewTokenProps) {
  const [said, setSaid] = useState("");
  const text = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => text.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid("Copied.");
    } catch {
      setSaid("The browser does not allow copying. Select the token and copy it by hand.");
    }
  };
  return (
    <div className={styles.form}>
      <p ref={text} tabIndex={-1}>
        The token <strong>{token.name}</strong> is created. Copy it now: it is not shown again.
      </p>
      <code className={styles.secret}>{secret}</code>
      <div className={styles.actions}>
        <Button variant="primary" onPress={() => void copy()}>
          Copy
        </Button>
        <Button onPress={onClose}>Done</Button>
        <span role="status" className={styles.note}>
          {said}
        </span>
      </div>
    </div>
  );
}
