import { useRead } from "../../../../client/use-read.ts";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import type { FactKey } from "../../../../features/facts/fact.ts";
import { factNames } from "../../../../features/facts/fact-names.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { FactRow } from "./fact-row.tsx";
import styles from "./facts.module.css";
import { toggleHistory } from "./history-state.ts";

type FactsProps = {
  /** The facts whose history is shown. */
  readonly open: readonly string[];
  readonly onOpen: (open: readonly string[]) => void;
};

export function Facts({ open, onOpen }: FactsProps) {
  const { params } = useAppFrame();
  const query = useRead("listFacts", { params });
  return (
    <Panel title="Facts">
      <QueryView
        query={query}
        loading="Loading the facts…"
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title="No fact has been read yet">The app’s next sync reads its facts.</EmptyState>}
      >
        {({ data, meta }) => (
          <>
            <ul className={styles.facts}>
              {data.map((fact) => (
                <FactRow
                  key={fact.key}
                  fact={fact}
                  isOpen={open.includes(fact.key)}
                  onToggle={() => onOpen(toggleHistory(open, fact.key))}
                />
              ))}
            </ul>
            {meta.not_read.length > 0 && <NotRead keys={meta.not_read} />}
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function NotRead({ keys }: { readonly keys: readonly FactKey[] }) {
  return (
    <section className={styles.unread}>
      <h3>Not read</h3>
      <p>{keys.map((key) => factNames[key]).join(" · ")}</p>
      <p className={styles.reading}>The store may not show these facts of the app, or they were not read yet.</p>
    </section>
  );
}
