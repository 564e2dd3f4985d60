import { useState } from "react";
import type { Data } from "../../../../client/operation-types.ts";
import { readPageOf } from "../../../../client/read-page.ts";
import { useRead } from "../../../../client/use-read.ts";
import { DataTable } from "../../../../components/data-table.tsx";
import { PagedView } from "../../../../components/paged-view.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { countryName } from "../../../../format/locale-names.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { rankWords } from "./rank-words.ts";
import type { TrackedState } from "./tracked-state.ts";
import { chosenRivals, useRivals } from "./use-rivals.ts";

type Compared = Data<"compareKeywordRanks">[number];

/** Shows the newest ranks of the app beside those of the chosen competitors. */
export function ComparedRanks({ state: { country, compare } }: { readonly state: TrackedState }) {
  const { params } = useAppFrame();
  const rivals = chosenRivals(useRivals().rivals, compare);
  const [page, setPage] = useState(1);
  const query = {
    app_ids: rivals.map(({ id }) => String(id)),
    country_codes: country === undefined ? undefined : [country],
    page,
  };
  const ranks = useRead("compareKeywordRanks", { params, query }, { keepPrevious: true, enabled: rivals.length > 0 });
  if (rivals.length === 0) return null;
  return (
    <Panel title="Beside competitors">
      <PagedView query={ranks} onPage={setPage} loading="Comparing the ranks…">
        {({ data, meta }) => (
          <DataTable
            caption="Ranks side by side"
            columns={[
              { key: "term", name: "Term", render: ({ term }: Compared) => <bdi>{term}</bdi> },
              { key: "country", name: "Country", render: ({ country_code: code }: Compared) => countryName(code) },
              ...meta.apps.map(({ id, name }, index) => ({
                key: String(id),
                name: index === 0 ? `${name} (this app)` : name,
                render: ({ ranks: found, window }: Compared) => {
                  const own = found.find(({ app_id: appId }) => appId === id);
                  return own === undefined ? "–" : rankWords({ ...own, window });
                },
              })),
            ]}
            rows={data}
            rowKey={({ keyword_id: id }) => id}
            readPage={readPageOf("compareKeywordRanks", (next) => ({ params, query: { ...query, ...next } }))}
          />
        )}
      </PagedView>
    </Panel>
  );
}
