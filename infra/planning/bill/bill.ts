import { type PricedItem, prices } from "../prices.ts";
import { databaseLines } from "./database.ts";
import { lambdaLines } from "./lambda.ts";
import { networkLines } from "./network.ts";
import { observabilityLines } from "./observability.ts";
import { requestLines } from "./requests.ts";
import type { Usage, UsedItem } from "./usage.ts";

export type BillLine = UsedItem & { readonly usd: number };

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
