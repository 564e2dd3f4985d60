import { type Column, DataTable } from "../../../components/data-table.tsx";
import { Panel } from "../../../components/panel.tsx";
import { formatDay } from "../../../format/times.ts";
import { describeSince, missingStorefronts, type Storefront } from "./storefronts.ts";

const ROWS_AT_FIRST = 10;

const columns: readonly Column<Storefront>[] = [
  { key: "name", name: "Storefront", sortBy: ({ name }) => name, render: ({ name }) => name },
  { key: "region", name: "Region", sortBy: ({ region }) => region, render: ({ region }) => region },
  {
    key: "since",
    name: "Since",
    sortBy: ({ since }) => since,
    render: (storefront) => describeSince(storefront, formatDay),
    csv: (storefront) => describeSince(storefront),
  },
];

export function MissingStorefronts({ storefronts }: { readonly storefronts: readonly Storefront[] }) {
  const missing = missingStorefronts(storefronts);
  if (missing.length === 0) return null;
  return (
    <Panel title="Not available in">
      <DataTable
        caption="Storefronts without the app"
        rows={missing}
        rowKey={({ code }) => code}
        first={{ count: ROWS_AT_FIRST, plural: "storefronts" }}
        columns={columns}
      />
    </Panel>
  );
}
