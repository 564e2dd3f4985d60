import type { ReactNode } from "react";
import styles from "./key-values.module.css";

type KeyValuesProps = { readonly items: readonly { readonly name: string; readonly value: ReactNode }[] };

export function KeyValues({ items }: KeyValuesProps) {
  return (
    <dl className={styles.list}>
      {items.map(({ name, value }) => (
        <div key={name} className={styles.item}>
          <dt className={styles.name}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
