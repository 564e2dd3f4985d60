import Queue from "yocto-queue";

import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import type { PipelineSettings } from "../pipeline-settings.ts";

const queueKinds = ["tracked", "onDemand", "charts"] as const;
export type QueueKind = (typeof queueKinds)[number];

/** An environment of a consumer works on a message. */
export type Invocation = { readonly queue: WorkQueue; readonly startedAt: number };

/** A queue with its consumer. */
export type WorkQueue = {
  readonly kind: QueueKind;
  readonly platform: Platform;
  readonly maxConcurrency: number;
  readonly waiting: Queue<(invocation: Invocation) => void>;
  busy: number;
  peakBusy: number;
};

export function createQueues({ concurrency }: PipelineSettings): readonly WorkQueue[] {
  return queueKinds.flatMap((kind) =>
    platforms.map((platform) => {
      const maxConcurrency = concurrency[kind][platform];
      return { kind, platform, maxConcurrency, waiting: new Queue(), busy: 0, peakBusy: 0 };
    }),
  );
}
