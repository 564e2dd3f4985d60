import { type Column, DataTable } from "../../../components/data-table.tsx";
import { DayText } from "../../../components/day-text.tsx";
import { Panel } from "../../../components/panel.tsx";
import { formatCount, formatPrice, formatQuantity } from "../../../format/numbers.ts";
import { groupPrices, type PriceGroup } from "./price-groups.ts";
import type { Storefront } from "./storefronts.ts";
import styles from "./storefronts-tab.module.css";

const GROUPS_AT_FIRST = 15;
const NAMES_AT_FIRST = 3;

const columns: readonly Column<PriceGroup>[] = [
  {
    key: "price",
    name: "Price",
    sortBy: ({ price }) => `${price.currency} ${price.price.toFixed(2).padStart(12, "0")}`,
    render: ({ price }) => formatPrice(price.price, price.currency),
  },
  {
    key: "storefronts",
    name: "Storefronts",
    sortBy: ({ storefronts }) => storefronts.length,
    render: ({ storefronts }) => <Storefronts storefronts={storefronts} />,
  },
  {
    key: "changed",
    name: "Last change",
    sortBy: ({ changedOn }) => changedOn,
    render: ({ changedOn }) => (changedOn === undefined ? "None" : <DayText day={changedOn} />),
  },
];

/** Shows equal prices as one row. */
export function PriceGroupsTable({ storefronts }: { readonly storefronts: readonly Storefront[] }) {
  const groups = groupPrices(storefronts);
  const [only, ...others] = groups;
  if (only === undefined) return null;
  return (
    <Panel title="Prices now">
      {others.length === 0 ? (
        <p>{describeOnly(only)}</p>
      ) : (
        <DataTable
          caption="Equal prices and their storefronts"
          columns={columns}
          rows={groups}
          rowKey={({ key }) => key}
          first={{ count: GROUPS_AT_FIRST, plural: "prices" }}
        />
      )}
    </Panel>
  );
}

function describeOnly({ price, storefronts }: PriceGroup): string {
  return `${formatPrice(price.price, price.currency)} in ${formatQuantity(storefronts.length, "storefront")}.`;
}

function Storefronts({ storefronts }: { readonly storefronts: readonly Storefront[] }) {
  const names = storefronts.map(({ name }) => name);
  const first = names.slice(0, NAMES_AT_FIRST).join(", ");
  if (names.length <= NAMES_AT_FIRST) return first;
  return (
    <details>
      <summary className={styles.summary}>
        {first} and {formatCount(names.length - NAMES_AT_FIRST)} more
      </summary>
      {names.slice(NAMES_AT_FIRST).join(", ")}
    </details>
  );
}
