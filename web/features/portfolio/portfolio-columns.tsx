import { AppLink } from "../../components/app-link.tsx";
import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { CheckField } from "../../components/fields/check-field.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { storeNames } from "../../format/app-path.ts";
import styles from "./portfolio.module.css";
import type { PortfolioApp } from "./portfolio-app.ts";
import type { ColumnKey } from "./portfolio-state.ts";
import type { Selection } from "./selection.ts";
import { SyncState } from "./sync-state.tsx";
import { trendColumns } from "./trend-cells.tsx";

const shownOnChoice: readonly (Column<PortfolioApp> & { readonly key: ColumnKey })[] = [
  {
    key: "store",
    name: "Store",
    render: ({ platform }) => <StoreBadge platform={platform} />,
    csv: ({ platform }) => storeNames[platform],
  },
  ...trendColumns.map(({ key, name, value, csv = value, cell }) => ({
    ...{ key, name },
    sortBy: ({ trends }: PortfolioApp) => trends && value(trends),
    render: (app: PortfolioApp) => (app.trends === undefined ? "–" : cell(app.trends, app)),
    csv: ({ trends }: PortfolioApp) => trends && csv(trends),
  })),
  { key: "version", name: "Version", render: ({ version }) => version ?? "–", csv: ({ version }) => version },
  {
    key: "read",
    name: "Last synced",
    render: ({ last_synced_at: at }) => <TimeAgo at={at} />,
    csv: ({ last_synced_at: at }) => at,
  },
  {
    key: "sync",
    name: "Sync",
    render: (app) => <SyncState app={app} />,
    csv: ({ sync_status: { status } }) => status,
  },
  {
    key: "tags",
    name: "Tags",
    render: ({ tags }) => (
      <span className={styles.tags}>
        {tags.map(({ id, name }) => (
          <Badge key={id}>{name}</Badge>
        ))}
      </span>
    ),
    csv: ({ tags }) => tags.map(({ name }) => name).join("; "),
  },
];

export const columnNames = shownOnChoice.map(({ key, name }) => ({ id: key, name }));

/** Returns the columns that are shown: each app with a box that selects it, and the chosen values. */
export function portfolioColumns(
  chosen: readonly ColumnKey[],
  page: readonly PortfolioApp[],
  { isSelected, select }: Selection,
): readonly Column<PortfolioApp>[] {
  const isWhole = page.every(({ id }) => isSelected(id));
  return [
    {
      key: "name",
      name: "App",
      head: (
        <CheckField
          label="Select all apps of this page"
          isLabelHidden
          isChecked={isWhole}
          onChange={(next) => select(page, next)}
        />
      ),
      render: (app) => (
        <span className={styles.app}>
          <CheckField
            label={`Select ${app.name}`}
            isLabelHidden
            isChecked={isSelected(app.id)}
            onChange={(next) => select([app], next)}
          />
          <AppLink
            platform={app.platform}
            externalId={app.external_id}
            name={app.name}
            iconUrl={app.icon_url}
            detail={app.publisher?.name}
          />
        </span>
      ),
      csv: ({ name }) => name,
    },
    ...shownOnChoice.filter(({ key }) => chosen.includes(key)),
  ];
}
