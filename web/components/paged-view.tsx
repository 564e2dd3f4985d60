import type { ReactNode } from "react";
import { formatCount } from "../format/numbers.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type PageMeta, Pager } from "./pager.tsx";
import { QueryView, type QueryViewProps } from "./query-view.tsx";

type PagedViewProps<Body> = QueryViewProps<Body> & { readonly onPage: (page: number) => void };
type PagedBody = { readonly data: readonly unknown[]; readonly meta: PageMeta };

/** A page that no longer exists leads to the last one. */
export function PagedView<Body extends PagedBody>(props: PagedViewProps<Body>) {
  const { query, onPage, children, isEmpty = isWithoutRows } = props;
  const meta = query.data?.meta;
  const isPastEnd = meta !== undefined && meta.total > 0 && meta.current_page > meta.last_page;
  return (
    <QueryView
      query={query}
      loading={props.loading}
      isEmpty={isEmpty}
      empty={isPastEnd ? <PastEnd meta={meta} onPage={onPage} /> : props.empty}
    >
      {(body) => (
        <>
          {children(body)}
          <Pager meta={body.meta} onPage={onPage} />
        </>
      )}
    </QueryView>
  );
}

function isWithoutRows({ data }: PagedBody): boolean {
  return data.length === 0;
}

function PastEnd({ meta, onPage }: { readonly meta: PageMeta; readonly onPage: (page: number) => void }): ReactNode {
  const { current_page: page, last_page: last } = meta;
  return (
    <EmptyState
      title={`There is no page ${formatCount(page)}`}
      action={<Button onPress={() => onPage(last)}>Show page {formatCount(last)}</Button>}
    >
      The list has become shorter, or the address is wrong.
    </EmptyState>
  );
}
