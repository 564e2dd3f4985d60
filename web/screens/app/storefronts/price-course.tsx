import { type Column, DataTable } from "../../../components/data-table.tsx";
import { DayText } from "../../../components/day-text.tsx";
import { Delta } from "../../../components/delta.tsx";
import { utcDay } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";
import { LinePlot } from "../../../plots/line-plot.tsx";
import { type PricePeriod, priceDifference, priceLine, type StorefrontPrices, summarizePrices } from "./price-steps.ts";
import styles from "./storefronts-tab.module.css";

export function PriceCourse({ prices }: { readonly prices: StorefrontPrices }) {
  const { country_code: code, periods, has_older: hasOlder } = prices;
  const { days, values, currency } = priceLine(prices);
  const place = code === null ? "all storefronts" : countryName(code);
  const format = (value: number) => formatPrice(value, currency);
  return (
    <>
      {days.length > 1 && periods.length > 1 && (
        <LinePlot
          title="Price by day"
          summary={summarizePrices(prices)}
          days={days}
          series={[{ name: currency === null ? "Price" : `Price in ${currency}`, values }]}
          format={format}
          isStepped
        />
      )}
      <DataTable
        caption={`Prices in ${place}, newest first`}
        columns={columnsOf(periods)}
        rows={periods}
        rowKey={({ since }) => since}
      />
      {hasOlder && <p className={styles.note}>Older prices are left out.</p>}
    </>
  );
}

function columnsOf(periods: readonly PricePeriod[]): readonly Column<PricePeriod>[] {
  return [
    { key: "since", name: "Since", render: ({ since }) => <DayText day={utcDay(since)} /> },
    {
      key: "until",
      name: "Until",
      render: ({ until }) => (until === null ? "Now" : <DayText day={utcDay(until)} />),
    },
    { key: "price", name: "Price", align: "end", render: ({ price, currency }) => formatPrice(price, currency) },
    {
      key: "difference",
      name: "Change",
      align: "end",
      render: ({ currency }, index) => (
        <Delta value={priceDifference(periods, index)} format={(value) => formatPrice(value, currency)} isInverted />
      ),
    },
  ];
}
