import type { Body } from "../../client/operation-types.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import type { ReadResult } from "../../components/query-view.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import type { AppMark } from "../../features/changes/change-entry.tsx";
import { ChangeFeed } from "../../features/changes/change-feed.tsx";

type ChangeListProps = {
  readonly marks?: readonly AppMark[];
  readonly query: ReadResult<Body<"listAppChanges">>;
  readonly isFiltered: boolean;
  readonly onPage: (page: number) => void;
  readonly onReset: () => void;
  readonly start: { readonly title: string; readonly text: string; readonly href: string; readonly action: string };
};

export function ChangeList(props: ChangeListProps) {
  const { marks, query, onPage } = props;
  const hasScopeApps = query.data?.meta.has_scope_apps ?? true;
  return (
    <PagedView query={query} onPage={onPage} empty={<NoChanges {...props} hasScopeApps={hasScopeApps} />}>
      {({ data, meta }) => (
        <>
          <ChangeFeed changes={data} marks={marks} />
          {meta.has_older && meta.current_page === meta.last_page && (
            <p>These pages do not show the oldest changes. Choose an earlier day in “To” to see them.</p>
          )}
        </>
      )}
    </PagedView>
  );
}

type NoChangesProps = Pick<ChangeListProps, "isFiltered" | "onReset" | "start"> & { readonly hasScopeApps: boolean };

function NoChanges({ hasScopeApps, isFiltered, onReset, start }: NoChangesProps) {
  if (!hasScopeApps)
    return (
      <EmptyState title={start.title} action={<ButtonLink href={start.href}>{start.action}</ButtonLink>}>
        {start.text}
      </EmptyState>
    );
  if (isFiltered)
    return (
      <EmptyState title="No change matches" action={<Button onPress={onReset}>Clear the filters</Button>}>
        No changes of this kind were found in this period.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing has changed yet">
      Each sync compares the stores’ data with the previous data. The first changes appear after the second sync.
    </EmptyState>
  );
}
