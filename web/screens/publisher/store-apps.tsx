import { useState } from "react";
import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { CheckField } from "../../components/fields/check-field.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { CountryField } from "../../features/stores/country-field.tsx";
import { formatQuantity } from "../../format/numbers.ts";
import { ImportBar } from "./import-bar.tsx";
import styles from "./publisher.module.css";
import type { PublisherParams } from "./publisher-of-path.ts";
import { changeChoice, type StoreApp, shownApps } from "./selection.ts";
import { StoreAppTable } from "./store-app-table.tsx";

type StoreAppsProps = {
  readonly params: PublisherParams;
  readonly country: string;
  readonly onCountry: (country: string) => void;
};

export function StoreApps({ params, country, onCountry }: StoreAppsProps) {
  const selection = useSelection();
  const list = useRead("listPublisherStoreApps", { params, query: { country_code: country } });
  return (
    <>
      <div className={styles.filters}>
        <CountryField value={country} onChange={onCountry} />
        <SearchField
          label="Search"
          placeholder="Part of a name"
          value={selection.search}
          onChange={selection.setSearch}
        />
        <CheckField
          label="Hide tracked apps"
          isChecked={selection.isHidingTracked}
          onChange={selection.setIsHidingTracked}
        />
      </div>
      <QueryView
        query={list}
        loading="Reading the list from the store…"
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState title="No apps in this country">
            The store lists no app of this publisher here. Choose another country.
          </EmptyState>
        }
      >
        {({ data }) => {
          const rows = selection.filter(data);
          return (
            <>
              <p className={styles.facts}>
                {formatQuantity(rows.length, "app")} of {data.length}
              </p>
              <StoreAppTable
                platform={params.platform}
                apps={rows}
                chosen={selection.chosen}
                onChoose={selection.choose}
              />
              <ImportBar params={params} chosen={selection.chosen} untracked={rows} onChosen={selection.setChosen} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function useSelection() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [search, setSearch] = useState("");
  const [isHidingTracked, setIsHidingTracked] = useState(false);
  const choose = (id: string, isChosen: boolean) => setChosen((ids) => changeChoice(ids, id, isChosen));
  const filter = (apps: readonly StoreApp[]) => shownApps(apps, { search, isHidingTracked });
  return { chosen, setChosen, choose, search, setSearch, isHidingTracked, setIsHidingTracked, filter };
}
