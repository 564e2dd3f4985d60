import type { ReactNode } from "react";

import { QueryView, type ReadResult } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { FindTabs } from "./find-tabs.tsx";
import styles from "./found-list.module.css";
import { SearchForm } from "./search-form.tsx";
import type { StoreSearch } from "./use-store-search.ts";

type SearchScreenProps<Found> = {
  readonly title: string;
  readonly lead: string;
  readonly label: string;
  readonly listName: string;
  readonly search: StoreSearch;
  readonly results: ReadResult<{ readonly data: readonly Found[]; readonly meta?: { readonly searched_at: string } }>;
  readonly start: ReactNode;
  readonly empty: ReactNode;
  readonly children: (found: Found) => ReactNode;
};

export function SearchScreen<Found>(props: SearchScreenProps<Found>) {
  const { values, set, options } = props.search;
  return (
    <Screen title={props.title} lead={props.lead}>
      <FindTabs />
      <SearchForm label={props.label} values={values} onSearch={set} />
      {options.enabled ? (
        <QueryView
          query={props.results}
          loading="Searching the store…"
          isEmpty={({ data }) => data.length === 0}
          empty={props.empty}
        >
          {({ data, meta }) => (
            <>
              <ul className={styles.list} aria-label={`${props.listName} found for ${values.term}`}>
                {data.map(props.children)}
              </ul>
              {meta !== undefined && (
                <p className={styles.searched}>
                  The store was searched <TimeAgo at={meta.searched_at} />.
                </p>
              )}
            </>
          )}
        </QueryView>
      ) : (
        props.start
      )}
    </Screen>
  );
}
