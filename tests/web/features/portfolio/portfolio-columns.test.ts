import { expect, it } from "vitest";

import type { PortfolioApp } from "../../../../web/features/portfolio/portfolio-app.ts";
import { portfolioColumns } from "../../../../web/features/portfolio/portfolio-columns.tsx";

const selection = { apps: [], isSelected: () => false, select: () => {}, clear: () => {} };

/** Returns what a file has of a column, which reads nothing else of an app. */
function inFile(key: "price" | "rating", trends: Partial<NonNullable<PortfolioApp["trends"]>>) {
  const [, column] = portfolioColumns([key], [], selection);
  return column?.csv?.({ trends } as PortfolioApp);
}

it("a file of apps has prices with their currency, and other values as numbers", () => {
  expect(inFile("price", { price: 4.99, currency: "EUR" })).toBe("€4.99");
  expect(inFile("price", { price: 0, currency: "USD" })).toBe("Free");
  expect(inFile("price", { price: null, currency: null })).toBeNull();
  expect(inFile("rating", { rating: 4.5 })).toBe(4.5);
});
