import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { call } from "../../client/call.ts";
import { useToasts } from "../../components/use-toasts.ts";
import { describeLeft, SCREEN_LEFT } from "../../features/tracking/left-apps.ts";
import { markTracked, readsOfOwnApps } from "../../features/tracking/use-tracking.ts";
import type { PastedApp } from "./parse-pasted.ts";
import { isTracked, type PastedOutcome, trackPasted } from "./track-pasted.ts";

export type PastedResult = { readonly app: PastedApp; readonly outcome: PastedOutcome };

export function useTrackPasted() {
  const [results, setResults] = useState<readonly PastedResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(undefined);
  const client = useQueryClient();
  const toasts = useToasts();
  useEffect(() => () => running.current?.abort(SCREEN_LEFT), []);

  const start = (apps: readonly PastedApp[]) => {
    const controller = new AbortController();
    running.current = controller;
    setResults(apps.map((app) => ({ app, outcome: { state: "waiting" } })));
    setRunning(true);
    let left = apps.length;
    const onOutcome = (done: PastedApp, outcome: PastedOutcome) => {
      if (!controller.signal.aborted) left -= 1;
      setResults((shown) => shown.map((result) => (result.app === done ? { app: done, outcome } : result)));
      if (isTracked(outcome)) markTracked(client, [done.externalId], true);
    };
    void trackPasted({ call, wait: waitUntil(controller.signal), signal: controller.signal, onOutcome }, apps).then(
      async () => {
        setRunning(false);
        if (controller.signal.aborted && left > 0)
          toasts.show({ text: describeLeft(left, "tracked"), kind: "negative" });
        await Promise.all(readsOfOwnApps.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
      },
    );
  };
  return { results, isRunning, start };
}

/** Returns a function that waits for some seconds, or until the signal is aborted. */
function waitUntil(signal: AbortSignal) {
  return (seconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", end, { once: true });
    });
}
