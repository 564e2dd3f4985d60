import { useQueryState } from "../../client/query-state.ts";
import { portfolioState } from "./portfolio-state.ts";

export function usePortfolioState() {
  return useQueryState(portfolioState);
}

export type SetPortfolioState = ReturnType<typeof usePortfolioState>[1];
