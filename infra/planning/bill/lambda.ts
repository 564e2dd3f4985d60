import type { Stage } from "../../aws/stages.ts";
import { type CallKind, callKinds } from "../activity.ts";
import { monthly, type Usage, type UsedItem } from "./usage.ts";

const MB_PER_GB = 1024;

const labels: Readonly<Record<CallKind, string>> = {
  api: "endpoints",
  worker: "sync consumers",
  chartWorker: "chart consumers",
  scraper: "scrapers",
  schedule: "schedules",
};

export function lambdaLines(usage: Usage): readonly UsedItem[] {
  const { activity, stage } = usage;
  const calls = callKinds.reduce((count, kind) => count + activity.calls[kind].count, 0);
  return [
    ...callKinds.map((kind): UsedItem => {
      const gbSeconds = (activity.calls[kind].seconds * memoryMb(stage, kind)) / MB_PER_GB;
      return { service: "Lambda", item: labels[kind], quantity: gbSeconds * monthly(usage), price: "lambdaGbSeconds" };
    }),
    { service: "Lambda", item: "invocations", quantity: calls * monthly(usage), price: "lambdaRequests" },
  ];
}

function memoryMb({ api, scrapers, sync }: Stage, kind: CallKind): number {
  if (kind === "api") return api.memoryMb;
  return kind === "scraper" ? scrapers.memoryMb : sync.workerMemoryMb;
}
