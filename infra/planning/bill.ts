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
import { type FreeTier, freeUnitsOf, type PricedItem, prices, type Region } from "./prices.ts";
import { unattendedLines } from "./unattended-bill.ts";
import { webhookLines } from "./webhook-bill.ts";

type BillLine = UsedItem & { readonly usd: number };

export type Bill = {
  readonly region: Region;
  readonly lines: readonly BillLine[];
  readonly totalUsd: number;
};

/** By then charts are dropped about as fast as they are stored, and only permanent data grows. */
export const STEADY_MONTH = 13;

export type BillOptions = { readonly region: Region; readonly freeTier: FreeTier };

export function computeBill(usage: Usage, { region, freeTier }: BillOptions): Bill {
  const items = [
    ...lambdaLines(usage),
    ...requestLines(usage),
    ...databaseLines(usage),
    ...observabilityLines(usage),
    ...networkLines(usage),
    ...unattendedLines(usage),
    ...webhookLines(usage),
  ];
  const freeLeft = new Map<PricedItem, number>();
  const lines = items.map((item) => {
    const { per, in: regional } = prices[item.price];
    const left = freeLeft.get(item.price) ?? freeUnitsOf(item.price, freeTier);
    const free = Math.min(item.quantity, left);
    freeLeft.set(item.price, left - free);
    return { ...item, usd: ((item.quantity - free) * regional[region].usd) / per };
  });
  return { region, lines, totalUsd: lines.reduce((total, { usd }) => total + usd, 0) };
}

const CENTS = 2;

export function describeBill(bill: Bill, first?: Bill): readonly string[] {
  const usd = (of: (bill: Bill) => number) =>
    [...(first ? [first] : []), bill].map((one) => formatNumber(of(one), CENTS));
  const byService = Object.entries(Object.groupBy(bill.lines, ({ service }) => service));
  const rows = byService.flatMap(([service, lines = []]) => [
    [service, "", "", ...usd(({ lines: all }) => total(all.filter((line) => line.service === service)))],
    ...lines
      .filter(({ quantity }) => quantity > 0)
      .map((line) => [...describeLine(line, bill.region), ...usd(({ lines: all }) => total(all.filter(isLike(line))))]),
  ]);
  return formatTable([
    ["", "quantity", "price", ...(first ? ["first month", `month ${STEADY_MONTH}, USD`] : ["USD a month"])],
    ...rows,
    ["Total", "", "", ...usd(({ totalUsd }) => totalUsd)],
  ]);
}

function isLike({ service, item }: BillLine): (line: BillLine) => boolean {
  return (line) => line.service === service && line.item === item;
}

function describeLine({ item, quantity, price }: BillLine, region: Region): readonly string[] {
  const { per, unit, in: regional } = prices[price];
  const each = per === 1 ? unit : `${formatNumber(per, 0)} ${unit}`;
  return [`  ${item}`, formatQuantity(quantity), `${regional[region].usd} / ${each}`];
}

function total(lines: readonly BillLine[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}
