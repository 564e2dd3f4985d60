import { type ReactNode, useState } from "react";
import { formatCount } from "../format/numbers.ts";
import { Button } from "./button.tsx";
import styles from "./first-rows.module.css";

type FirstRowsProps<Row> = {
  readonly rows: readonly Row[];
  readonly first: number;
  readonly plural: string;
  readonly children: (shown: readonly Row[]) => ReactNode;
};

export function FirstRows<Row>({ rows, first, plural, children }: FirstRowsProps<Row>) {
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && rows.length > first;
  return (
    <>
      {children(isCut ? rows.slice(0, first) : rows)}
      {rows.length > first && (
        <div className={styles.more}>
          <Button isExpanded={isWhole} onPress={() => setIsWhole(!isWhole)}>
            {isWhole ? `Show only the first ${formatCount(first)}` : `Show all ${formatCount(rows.length)} ${plural}`}
          </Button>
        </div>
      )}
    </>
  );
}
