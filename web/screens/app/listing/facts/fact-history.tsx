import { useState } from "react";

import { joinPages } from "../../../../client/join-pages.ts";
import { readPageOf } from "../../../../client/read-page.ts";
import { usePages } from "../../../../client/use-pages.ts";
import { type Column, DataTable } from "../../../../components/data-table.tsx";
import { MoreButton } from "../../../../components/more-button.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import type { Fact, FactKey } from "../../../../features/facts/fact.ts";
import { factNames } from "../../../../features/facts/fact-names.ts";
import { countryName } from "../../../../format/locale-names.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { describeFrom, describeUntil } from "./fact-texts.ts";
import { FactValue } from "./fact-value.tsx";
import { HISTORY_PAGES_MAX, historyPages, historyQuery } from "./history-state.ts";

/** Files have days as YYYY-MM-DD. */
const asIs = (day: string) => day;

const columns: readonly Column<Fact>[] = [
  { key: "from", name: "From", render: (fact) => describeFrom(fact), csv: (fact) => describeFrom(fact, asIs) },
  { key: "until", name: "Until", render: (fact) => describeUntil(fact), csv: (fact) => describeUntil(fact, asIs) },
  { key: "value", name: "Value", render: (fact) => <FactValue fact={fact} /> },
];

const storefrontColumn: Column<Fact> = {
  key: "storefront",
  name: "Storefront",
  render: ({ country_code: country }) => (country === null ? "All" : countryName(country)),
};

export function FactHistory({ factKey }: { readonly factKey: FactKey }) {
  const { params } = useAppFrame();
  const [pages, setPages] = useState(1);
  const { query, isReadingMore } = usePages("listFacts", historyPages(params, factKey, pages));
  return (
    <QueryView query={query} loading="Loading the history…">
      {(read) => {
        const { items, total, hasMore } = joinPages<Fact>(read, ({ id }) => id);
        const hasStorefronts = items.some(({ country_code: country }) => country !== null);
        return (
          <>
            <DataTable
              caption={`History of ${factNames[factKey]}, newest first`}
              columns={hasStorefronts ? [...columns, storefrontColumn] : columns}
              rows={items}
              rowKey={({ id }) => id}
              readPage={readPageOf("listFacts", (next) => ({ params, query: historyQuery(factKey, next) }))}
            />
            {(hasMore || isReadingMore || pages > 1) && (
              <MoreButton
                shown={items.length}
                total={total}
                plural="values"
                hasMore={hasMore}
                isFull={pages >= HISTORY_PAGES_MAX}
                fullHint="Older values are left out."
                isPending={isReadingMore}
                onMore={() => setPages(pages + 1)}
              />
            )}
          </>
        );
      }}
    </QueryView>
  );
}
