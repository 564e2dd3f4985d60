import type { Data } from "../../client/operation-types.ts";
import { AppLink } from "../../components/app-link.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { type AppsState, nextOrder, type SetAppsState, sortedBy } from "./apps-state.ts";
import { SyncState } from "./sync-state.tsx";
import { trendColumns } from "./trend-cells.tsx";

type TrackedApp = Data<"listApps">[number];

type AppsTableProps = {
  readonly apps: readonly TrackedApp[];
  readonly state: AppsState;
  readonly set: SetAppsState;
  readonly onUntrack: (app: TrackedApp) => void;
};

export function AppsTable({ apps, state, set, onUntrack }: AppsTableProps) {
  const sortBy = (key: string) => {
    const column = sortedBy.find((one) => one === key);
    if (column !== undefined) set({ sort: column, order: nextOrder(state, column), page: 1 });
  };
  const columns: readonly Column<TrackedApp>[] = [
    {
      key: "name",
      name: "App",
      render: ({ platform, external_id, name, icon_url, publisher }) => (
        <AppLink platform={platform} externalId={external_id} name={name} iconUrl={icon_url} detail={publisher?.name} />
      ),
    },
    { key: "store", name: "Store", render: ({ platform }) => <StoreBadge platform={platform} /> },
    ...trendColumns.map(({ key, name, value, cell }) => ({
      ...{ key, name },
      sortBy: ({ trends }: TrackedApp) => trends && value(trends),
      render: ({ trends }: TrackedApp) => (trends === undefined ? "–" : cell(trends)),
    })),
    { key: "version", name: "Version", render: ({ version }) => version ?? "–" },
    { key: "read", name: "Last synced", render: ({ last_synced_at }) => <TimeAgo at={last_synced_at} /> },
    { key: "sync", name: "Sync", render: (app) => <SyncState app={app} /> },
    {
      key: "untrack",
      name: "Actions",
      isNameHidden: true,
      align: "end",
      render: (app) => (
        <Button size="small" variant="quiet" label={`Untrack ${app.name}`} onPress={() => onUntrack(app)}>
          Untrack
        </Button>
      ),
    },
  ];
  const order = state.order === "asc" ? "ascending" : "descending";
  return (
    <DataTable
      caption="Tracked apps"
      columns={columns}
      rows={apps}
      rowKey={({ id }) => id}
      sort={state.sort === "" ? undefined : { key: state.sort, order }}
      onSort={sortBy}
    />
  );
}
