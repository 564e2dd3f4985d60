import { moveCharts, moveChartsEvent } from "../../lib/operations/move-charts.ts";
import { operation } from "../../lib/operations/operation.ts";
import { moveChartsDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(moveChartsEvent, moveChartsDependencies, moveCharts);
