import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { ReadName } from "../../../client/operation-types.ts";
import { pace } from "../../../client/pace.ts";
import { useToasts } from "../../../components/use-toasts.ts";
import { describeLeft, SCREEN_LEFT } from "../../tracking/left-apps.ts";
import type { PortfolioApp } from "../portfolio-app.ts";
import { type BulkResult, runBulk } from "./run-bulk.ts";

export type BulkAction = {
  /** This completes the sentence “3 apps are …”. */
  readonly done: string;
  readonly send: (app: PortfolioApp) => Promise<unknown>;
  readonly refreshes: readonly ReadName[];
};

export type BulkState =
  | { readonly step: "idle" }
  | { readonly step: "running"; readonly sent: number; readonly total: number }
  | { readonly step: "ended"; readonly done: string; readonly result: BulkResult<PortfolioApp> };

/** Returns a function that sends an action for each of several apps, within the minute's limit. */
export function useBulk(onEnd: (result: BulkResult<PortfolioApp>) => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [state, setState] = useState<BulkState>({ step: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(SCREEN_LEFT), []);
  const start = async ({ done, send, refreshes }: BulkAction, apps: readonly PortfolioApp[]) => {
    const stop = new AbortController();
    running.current = stop;
    const onProgress = (sent: number) => setState({ step: "running", sent, total: apps.length });
    const result = await runBulk(apps, { send, pace, signal: stop.signal, onProgress });
    setState({ step: "ended", done, result });
    onEnd(result);
    if (stop.signal.reason === SCREEN_LEFT && result.left.length > 0)
      toasts.show({ text: describeLeft(result.left.length, done), kind: "negative" });
    await Promise.all(refreshes.map((read) => client.invalidateQueries({ queryKey: [read] })));
  };
  return {
    state,
    start: (action: BulkAction, apps: readonly PortfolioApp[]) => void start(action, apps),
    cancel: () => running.current?.abort(),
    close: () => setState({ step: "idle" }),
  };
}
