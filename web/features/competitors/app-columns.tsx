import type { Data } from "../../client/operation-types.ts";
import { AppLink } from "../../components/app-link.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Stars } from "../../components/stars.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";

type Row = { readonly app: Data<"listAppCompetitors">[number]["app"] };

export const appColumn: Column<Row> = {
  key: "app",
  name: "App",
  sortBy: ({ app }) => app.name,
  render: ({ app }) => (
    <AppLink
      platform={app.platform}
      externalId={app.external_id}
      name={app.name}
      iconUrl={app.icon_url}
      detail={app.publisher?.name}
    />
  ),
};

export const figureColumns: readonly Column<Row>[] = [
  {
    key: "rating",
    name: "Rating",
    sortBy: ({ app }) => app.rating,
    render: ({ app }) => <Stars rating={app.rating} count={app.rating_count} />,
  },
  { key: "version", name: "Version", render: ({ app }) => app.version ?? "–" },
  {
    key: "synced",
    name: "Last synced",
    sortBy: ({ app }) => app.last_synced_at,
    render: ({ app }) => <TimeAgo at={app.last_synced_at} />,
  },
];
