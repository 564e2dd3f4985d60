import { formatNumber, formatQuantity, formatTable } from "../format-table.ts";
import { prices } from "../prices.ts";
import type { Bill, BillLine } from "./bill.ts";

const CENTS = 2;

/** The bill as aligned lines: what each service uses, and what all of it costs. */
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

/** The prices that no page is known for. */
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
