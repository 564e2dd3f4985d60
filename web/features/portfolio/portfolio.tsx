import { type ReactNode, Suspense, useState } from "react";

import type { Body } from "../../client/operation-types.ts";
import { readPageOf } from "../../client/read-page.ts";
import { useRead } from "../../client/use-read.ts";
import { DataTable } from "../../components/data-table.tsx";
import { lazyComponent } from "../../components/lazy-component.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import type { ReadResult } from "../../components/query-view.tsx";
import styles from "./portfolio.module.css";
import type { PortfolioApp } from "./portfolio-app.ts";
import { PortfolioChoices } from "./portfolio-choices.tsx";
import { portfolioColumns } from "./portfolio-columns.tsx";
import { nextOrder, type PortfolioState, portfolioQuery, sortedBy } from "./portfolio-state.ts";
import { useSelection } from "./selection.ts";
import type { SetPortfolioState } from "./use-portfolio-state.ts";

const BulkBar = lazyComponent(async () => (await import("./bulk/bulk-bar.tsx")).BulkBar);

const SYNC_WATCH_MS = 5_000;

export function usePortfolio(state: PortfolioState) {
  return useRead("listApps", { query: portfolioQuery(state) }, { keepPrevious: true, refetchInterval: watchSyncs });
}

type PortfolioProps = {
  readonly query: ReadResult<Body<"listApps">>;
  readonly state: PortfolioState;
  readonly set: SetPortfolioState;
  readonly empty: ReactNode;
  /** Stands before the choice of order and columns. */
  readonly children: ReactNode;
};

/** The tracked apps as one table, with actions on several of them at once. */
export function Portfolio({ query, state, set, empty, children }: PortfolioProps) {
  const selection = useSelection();
  const [wasSelected, setWasSelected] = useState(false);
  if (selection.apps.length > 0 && !wasSelected) setWasSelected(true);
  const sortBy = (key: string) => {
    const column = sortedBy.find((one) => one === key);
    if (column !== undefined) set({ sort: column, order: nextOrder(state, column), page: 1 });
  };
  const order = state.order === "asc" ? "ascending" : "descending";
  return (
    <div className={styles.portfolio}>
      <div className={styles.head}>
        {children}
        <PortfolioChoices state={state} set={set} />
      </div>
      {wasSelected && (
        <Suspense fallback={null}>
          <BulkBar selection={selection} />
        </Suspense>
      )}
      <PagedView query={query} onPage={(page) => set({ page })} empty={empty}>
        {({ data }) => (
          <DataTable<PortfolioApp>
            caption="Tracked apps"
            columns={portfolioColumns(state.columns, data, selection)}
            rows={data}
            rowKey={({ id }) => id}
            sort={state.sort === "" ? undefined : { key: state.sort, order }}
            onSort={sortBy}
            readPage={readPageOf("listApps", (page) => ({ query: { ...portfolioQuery(state), ...page } }))}
          />
        )}
      </PagedView>
    </div>
  );
}

/** Only syncs under way change the list within minutes. */
function watchSyncs(body: Body<"listApps"> | undefined): number | false {
  const isRunning = body?.data.some(({ sync_status: { status } }) => status === "queued" || status === "processing");
  return isRunning === true ? SYNC_WATCH_MS : false;
}
