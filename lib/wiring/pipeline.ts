import { type Platform, platforms } from "../domain/platform.ts";
import { lazy } from "../runtime/lazy.ts";
import { type ConsumeChart, wireChartConsumer } from "./chart-consumer.ts";
import type {
  CategoryPorts,
  CountryPorts,
  KeywordSettings,
  PipelineSettings,
  QueuePorts,
  Queues,
  SleepPort,
  StorePorts,
} from "./ports.ts";
import { wireChartResend, wireDailyCharts, wireDueSyncs, wireStorefrontSweep, wireSyncResend } from "./schedules.ts";
import { type ConsumeSync, wireSyncConsumer } from "./sync-consumer.ts";

export type PipelinePorts = StorePorts & CountryPorts & CategoryPorts & SleepPort & QueuePorts<keyof Queues>;

/** Wires the pipeline of both platforms from the same parts as deployed functions. */
export function wirePipeline(ports: PipelinePorts, settings: PipelineSettings & KeywordSettings) {
  const syncConsumers = ofPlatforms((platform) => wireSyncConsumer(ports, settings, platform));
  const chartConsumers = ofPlatforms((platform) => wireChartConsumer(ports, settings, platform));
  const dailyCharts = ofPlatforms((platform) => wireDailyCharts(ports, settings, platform));
  const consumeSync: ConsumeSync = (message, invocation) => syncConsumers(message.platform)(message, invocation);
  const consumeChart: ConsumeChart = (message, invocation) => chartConsumers(message.platform)(message, invocation);
  return {
    consumeSync,
    consumeChart,
    startDueSyncs: wireDueSyncs(ports, settings),
    resendSyncs: wireSyncResend(ports, settings),
    sweepStorefronts: wireStorefrontSweep(ports, settings),
    startDailyCharts: (platform: Platform, tick: { readonly correlationId: string }) => dailyCharts(platform)(tick),
    resendCharts: wireChartResend(ports, settings),
  };
}

function ofPlatforms<Part>(wire: (platform: Platform) => Part): (platform: Platform) => Part {
  const [ios, android] = platforms;
  const parts = { ios: lazy(() => wire(ios)), android: lazy(() => wire(android)) };
  return (platform) => parts[platform]();
}
