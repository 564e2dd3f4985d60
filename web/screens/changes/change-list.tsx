import type { Body } from "../../client/operation-types.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Pager } from "../../parts/pager.tsx";
import type { ReadResult } from "../../parts/problem.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { ButtonLink } from "../../parts/text-link.tsx";
import { ChangeFeed } from "./change-feed.tsx";

type ChangeListProps = {
  readonly query: ReadResult<Body<"listAppChanges">>;
  readonly isFiltered: boolean;
  readonly onPage: (page: number) => void;
  readonly onReset: () => void;
  /** What to do when there is no app whose changes could be listed. */
  readonly start: { readonly title: string; readonly text: string; readonly href: string; readonly action: string };
};

/** A page of changes, or what to do where there is none. */
export function ChangeList({ query, isFiltered, onPage, onReset, start }: ChangeListProps) {
  return (
    <QueryView query={query}>
      {({ data, meta }) => {
        if (data.length > 0)
          return (
            <>
              <ChangeFeed changes={data} />
              <Pager meta={meta} onPage={onPage} />
              {meta.has_older && meta.current_page === meta.last_page && (
                <p>There are older changes than these pages reach: choose an earlier day in “To”.</p>
              )}
            </>
          );
        if (!meta.has_scope_apps)
          return (
            <EmptyState title={start.title} action={<ButtonLink href={start.href}>{start.action}</ButtonLink>}>
              {start.text}
            </EmptyState>
          );
        if (isFiltered)
          return (
            <EmptyState title="No change matches" action={<Button onPress={onReset}>Clear the filters</Button>}>
              Nothing of this kind has changed in these days.
            </EmptyState>
          );
        return (
          <EmptyState title="Nothing has changed yet">
            Each sync compares what the stores show with the day before. The first changes appear after the second sync.
          </EmptyState>
        );
      }}
    </QueryView>
  );
}
