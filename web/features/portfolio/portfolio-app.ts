import type { Data } from "../../client/operation-types.ts";

export type PortfolioApp = Data<"listApps">[number];
