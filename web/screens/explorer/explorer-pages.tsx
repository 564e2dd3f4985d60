import type { ReactNode } from "react";
import { joinPages, type Page } from "../../client/join-pages.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { QueryView, type ReadResult } from "../../components/query-view.tsx";
import { type ExplorerState, PAGES_MAX, type SetExplorerState } from "./explorer-state.ts";

export type ExplorerPagesProps<Item> = {
  readonly state: ExplorerState;
  readonly set: SetExplorerState;
  readonly pages: {
    readonly query: ReadResult<readonly Page<Item>[]>;
    readonly isReadingMore: boolean;
  };
  readonly loading: string;
  readonly empty: string;
  readonly children: (items: readonly Item[]) => ReactNode;
};

export function ExplorerPages<Item extends { readonly app_id: number }>(props: ExplorerPagesProps<Item>) {
  const { state, set, pages, loading, empty, children } = props;
  return (
    <QueryView
      query={pages.query}
      loading={loading}
      shape="tiles"
      isEmpty={(read) => read.every(({ data }) => data.length === 0)}
      empty={<EmptyState title="No app matches">{empty}</EmptyState>}
    >
      {(read) => {
        const { items, total, hasMore } = joinPages(read, ({ app_id }) => app_id);
        return (
          <>
            {children(items)}
            <MoreButton
              shown={items.length}
              total={total}
              plural="apps"
              hasMore={hasMore}
              isFull={state.pages >= PAGES_MAX}
              fullHint="Search or choose a category to see others."
              isPending={pages.isReadingMore}
              onMore={() => set({ pages: state.pages + 1 }, { replace: true })}
            />
          </>
        );
      }}
    </QueryView>
  );
}
