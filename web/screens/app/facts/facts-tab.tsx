import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import type { FactKey } from "../../../features/facts/fact.ts";
import { factNames } from "../../../features/facts/fact-names.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { FactRow } from "./fact-row.tsx";
import styles from "./facts-tab.module.css";
import { historyState, toggleHistory } from "./history-state.ts";
import { SimilarApps } from "./similar-apps.tsx";

export function FactsTab() {
  const { params } = useAppFrame();
  const [{ history }, set] = useQueryState(historyState);
  const query = useRead("listFacts", { params });
  return (
    <>
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
                    isOpen={history.includes(fact.key)}
                    onToggle={() => set({ history: toggleHistory(history, fact.key) }, { replace: true })}
                  />
                ))}
              </ul>
              {meta.not_read.length > 0 && <NotRead keys={meta.not_read} />}
            </>
          )}
        </QueryView>
      </Panel>
      <SimilarApps />
    </>
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
