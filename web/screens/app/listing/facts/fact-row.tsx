import { Button } from "../../../../components/button.tsx";
import { FactList } from "../../../../components/fact-list.tsx";
import type { Fact } from "../../../../features/facts/fact.ts";
import { factNames } from "../../../../features/facts/fact-names.ts";
import { FactHistory } from "./fact-history.tsx";
import { describeReading } from "./fact-texts.ts";
import { FactValue } from "./fact-value.tsx";
import styles from "./facts.module.css";

type FactRowProps = {
  readonly fact: Fact;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

export function FactRow({ fact, isOpen, onToggle }: FactRowProps) {
  const { key, has_other_values: hasHistory } = fact;
  const name = factNames[key];
  const action = isOpen ? "Hide history" : "Show history";
  return (
    <li className={styles.fact}>
      <h3>{name}</h3>
      <div className={styles.body}>
        <FactValue fact={fact} />
        <p className={styles.reading}>
          <FactList facts={describeReading(fact)} />
        </p>
        {hasHistory && (
          <Button size="small" variant="quiet" isExpanded={isOpen} label={`${action} of ${name}`} onPress={onToggle}>
            {action}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className={styles.history}>
          <FactHistory factKey={key} />
        </div>
      )}
    </li>
  );
}
