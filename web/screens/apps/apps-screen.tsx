import { useState } from "react";

import type { Body, Data } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { storeOptions } from "../../features/stores/store-options.ts";
import { UntrackDialog } from "../../features/tracking/untrack-dialog.tsx";
import { appsQuery, useAppsState } from "./apps-state.ts";
import { AppsTable } from "./apps-table.tsx";

type TrackedApp = Data<"listApps">[number];

const SYNC_WATCH_MS = 5_000;

export function AppsScreen() {
  const [values, set] = useAppsState();
  const [untracked, setUntracked] = useState<TrackedApp>();
  const query = useRead("listApps", { query: appsQuery(values) }, { keepPrevious: true, refetchInterval: watchSyncs });
  const isFiltered = values.platform !== "" || values.search !== "";
  // An empty list has nothing to filter.
  const hasApps = isFiltered || query.data?.meta.total !== 0;
  return (
    <Screen
      title="Apps"
      actions={
        <ButtonLink href="/find" variant="primary">
          Find apps
        </ButtonLink>
      }
    >
      {hasApps && (
        <FilterBar label="Filter the apps">
          <SearchField label="Name" value={values.search} onChange={(search) => set({ search, page: 1 })} />
          <SelectField
            label="Store"
            value={values.platform}
            onChange={(platform) => set({ platform, page: 1 })}
            options={storeOptions}
          />
        </FilterBar>
      )}
      <PagedView
        query={query}
        onPage={(page) => set({ page })}
        empty={isFiltered ? <NoMatch onReset={() => set({ platform: "", search: "", page: 1 })} /> : <NoApps />}
      >
        {({ data }) => <AppsTable apps={data} state={values} set={set} onUntrack={setUntracked} />}
      </PagedView>
      <UntrackDialog app={untracked} onClose={() => setUntracked(undefined)} />
    </Screen>
  );
}

/** Only syncs under way change the list within minutes. */
function watchSyncs(body: Body<"listApps"> | undefined): number | false {
  const isRunning = body?.data.some(({ sync_status: { status } }) => status === "queued" || status === "processing");
  return isRunning === true ? SYNC_WATCH_MS : false;
}

function NoMatch({ onReset }: { readonly onReset: () => void }) {
  return (
    <EmptyState title="No app matches" action={<Button onPress={onReset}>Clear the filters</Button>}>
      You do not track an app with this name in this store.
    </EmptyState>
  );
}

function NoApps() {
  return (
    <EmptyState title="You do not track any apps yet" action={<ButtonLink href="/find">Find an app</ButtonLink>}>
      Search a store or paste a list of addresses. Tracked apps are read every day, in every language and country.
    </EmptyState>
  );
}
