import { Button } from "../../../components/button.tsx";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { DayText } from "../../../components/day-text.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FirstRows } from "../../../components/first-rows.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { utcDay } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";
import type { StorefrontPrices } from "./price-steps.ts";

const ROWS_AT_FIRST = 20;

type PriceTableProps = {
  readonly rows: readonly StorefrontPrices[];
  readonly selected: string | undefined;
  readonly onSelect: (country: string) => void;
};

export function PriceTable({ rows, selected, onSelect }: PriceTableProps) {
  if (rows.length === 0) {
    return <EmptyState title="No price has changed">Each storefront still has the price of the first read.</EmptyState>;
  }
  const named = rows.map((row) => ({
    ...row,
    name: row.country_code === null ? "All" : countryName(row.country_code),
  }));
  return (
    <FirstRows
      rows={named.toSorted((a, b) => a.name.localeCompare(b.name, "en"))}
      first={ROWS_AT_FIRST}
      plural="storefronts"
    >
      {(shown) => (
        <DataTable
          caption="Price in each storefront now"
          columns={columnsOf(selected, onSelect)}
          rows={shown}
          rowKey={({ country_code }) => country_code ?? ""}
        />
      )}
    </FirstRows>
  );
}

type NamedPrices = StorefrontPrices & { readonly name: string };

function columnsOf(selected: string | undefined, onSelect: (country: string) => void): readonly Column<NamedPrices>[] {
  return [
    { key: "country", name: "Storefront", render: ({ name }) => name },
    {
      key: "price",
      name: "Price",
      align: "end",
      render: ({ periods: [now] }) => (now === undefined ? "–" : formatPrice(now.price, now.currency)),
    },
    { key: "currency", name: "Currency", render: ({ periods: [now] }) => now?.currency ?? "–" },
    {
      key: "since",
      name: "Since",
      render: ({ periods: [now] }) => <DayText day={now === undefined ? null : utcDay(now.since)} />,
    },
    {
      key: "steps",
      name: "Changes",
      align: "end",
      render: ({ periods, has_older }) => `${periods.length - 1}${has_older ? "+" : ""}`,
    },
    { key: "read", name: "Last read", render: ({ as_of }) => <TimeAgo at={as_of} /> },
    {
      key: "show",
      name: "Steps",
      isNameHidden: true,
      align: "end",
      render: ({ country_code: code, name }) =>
        code !== null && (
          <Button
            size="small"
            variant="quiet"
            isPressed={code === selected}
            label={`Show the steps in ${name}`}
            onPress={() => onSelect(code)}
          >
            Steps
          </Button>
        ),
    },
  ];
}
