import type { Data } from "../../client/operation-types.ts";
import { AppLink } from "../../components/app-link.tsx";
import { Badge } from "../../components/badge.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Stars } from "../../components/stars.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";

type App = Data<"showPublisher">["apps"][number];

export function TrackedApps({ apps }: { readonly apps: readonly App[] }) {
  return <DataTable caption="Apps that you track" columns={columns} rows={apps} rowKey={({ id }) => id} />;
}

const columns = [
  {
    key: "app",
    name: "App",
    render: (app: App) => (
      <AppLink
        platform={app.platform}
        externalId={app.external_id}
        name={app.display_name ?? app.name}
        iconUrl={app.icon_url}
        detail={app.category?.name}
      />
    ),
  },
  {
    key: "rating",
    name: "Rating",
    align: "end" as const,
    render: ({ rating, rating_count: count }: App) => <Stars rating={rating} count={count} />,
  },
  { key: "version", name: "Version", render: ({ version }: App) => version ?? "–" },
  { key: "synced", name: "Synced", render: ({ last_synced_at: at }: App) => <TimeAgo at={at} /> },
  {
    key: "state",
    name: "State",
    render: ({ is_available: isAvailable }: App) =>
      isAvailable ? <Badge tone="positive">Available</Badge> : <Badge tone="warning">Unavailable</Badge>,
  },
];
