import { useState } from "react";

import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import type { Relationship } from "../../../features/competitors/relationships.ts";
import { TERM_LENGTH_MIN } from "../../../hooks/use-term.ts";
import { useAppFrame } from "../use-app-frame.ts";
import styles from "./add-competitor.module.css";
import { CompetitorSearch } from "./competitor-search.tsx";
import { FoundApp } from "./found-app.tsx";

type AddCompetitorProps = {
  readonly term: string;
  readonly onTerm: (term: string) => void;
  readonly known: readonly string[];
};

export function AddCompetitor({ term, onTerm, known }: AddCompetitorProps) {
  const { platform, app } = useAppFrame();
  const [relationship, setRelationship] = useState<Relationship>("direct");
  const isSearched = term.length >= TERM_LENGTH_MIN;
  const query = useRead(
    "searchApps",
    { query: { term, platform, country_code: app.origin_country_code } },
    { enabled: isSearched, keepPrevious: true },
  );
  return (
    <Panel title="Add a competitor">
      <CompetitorSearch term={term} onTerm={onTerm} relationship={relationship} onRelationship={setRelationship} />
      {isSearched && (
        <QueryView
          query={query}
          loading="Searching the store…"
          isEmpty={({ data }) => data.length === 0}
          empty={<EmptyState title="No results in the store">Try another word or a part of the name.</EmptyState>}
        >
          {({ data }) => (
            <ul className={styles.found}>
              {data
                .filter(({ external_id }) => external_id !== app.external_id)
                .map((one) => (
                  <FoundApp
                    key={one.external_id}
                    found={one}
                    relationship={relationship}
                    isKnown={known.includes(one.external_id)}
                  />
                ))}
            </ul>
          )}
        </QueryView>
      )}
    </Panel>
  );
}
