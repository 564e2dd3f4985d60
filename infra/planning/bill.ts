import {
  lambdaLines,
  networkLines,
  observabilityLines,
  requestLines,
  type Usage,
  type UsedItem,
} from "./bill-lines.ts";
import { databaseLines } from "./database-bill.ts";
import { formatNumber, formatQuantity, formatTable } from "./format-table.ts";
import { type PricedItem, prices } from "./prices.ts";

type BillLine = UsedItem & { readonly usd: number };

export type Bill = {
  readonly lines: readonly BillLine[];
  readonly totalUsd: number;
};

export function computeBill(usage: Usage, options: { readonly freeTier: boolean }): Bill {
  const items = [
    ...lambdaLines(usage),
    ...requestLines(usage),
    ...databaseLines(usage),
    ...observabilityLines(usage),
    ...networkLines(usage),
  ];
  const freeLeft = new Map<PricedItem, number>();
  const lines = items.map((item) => {
    const { usd, per, freeUnits } = prices[item.price];
    const free = options.freeTier ? Math.min(item.quantity, freeLeft.get(item.price) ?? freeUnits) : 0;
    freeLeft.set(item.price, (freeLeft.get(item.price) ?? freeUnits) - free);
    return { ...item, usd: ((item.quantity - free) * usd) / per };
  });
  return { lines, totalUsd: lines.reduce((total, { usd }) => total + usd, 0) };
}

const CENTS = 2;

/** Returns the bill as aligned lines: the usage and price of each item, and the total. */
export function describeBill(bill: Bill): readonly string[] {
  const byService = Object.entries(Object.groupBy(bill.lines, ({ service }) => service));
  const rows = byService.flatMap(([service, lines = []]) => [
    [service, "", "", formatNumber(total(lines), CENTS)],
    ...lines.filter(({ quantity }) => quantity > 0).map(describeLine),
  ]);
  return formatTable([
    ["", "quantity", "price", "USD a month"],
    ...rows,
    ["Total", "", "", formatNumber(bill.totalUsd, CENTS)],
  ]);
}

/** Returns the names of prices without a source. */
export function unverifiedPrices(): readonly string[] {
  return Object.entries(prices)
    .filter(([, { isQuoted }]) => !isQuoted)
    .map(([name]) => name);
}

function describeLine({ item, quantity, price, usd }: BillLine): readonly string[] {
  const { per, unit, usd: unitUsd } = prices[price];
  const each = per === 1 ? unit : `${formatNumber(per, 0)} ${unit}`;
  return [`  ${item}`, formatQuantity(quantity), `${unitUsd} / ${each}`, formatNumber(usd, CENTS)];
}

function total(lines: readonly BillLine[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}
