import { hasDueKeywords, pacedKeywords } from "../../db/queries/keywords/keyword-fetches.ts";
import type { DispatchChartsDependencies } from "../charts/resend-charts.ts";
import { type KeywordKey, keywordsPerMinute } from "../domain/keyword-reads.ts";
import { PACED_AHEAD_SECONDS, utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import { chartClasses, searchClass } from "../domain/request-costs.ts";
import { hostOfClass, type StoreSettings } from "../domain/store-hosts.ts";
import { sendDueFetches } from "../fetches/paced-fetch.ts";
import type { KeywordMessage } from "../queues/messages.ts";
import { delaysOf, type KeywordQueues, type SendOptions } from "../queues/work-queues.ts";
import { readLine, secondsUntilFree, type Waiting } from "../sync/dispatch-syncs.ts";

/** A stage sets this for tracked keywords. With `off`, nothing is planned or sent. */
export type KeywordPace =
  | "off"
  | {
      readonly perMinute: Readonly<Record<Platform, number>>;
      readonly termsMax: Readonly<Record<Platform, number>>;
    };

export type DispatchKeywordsDependencies = Pick<DispatchChartsDependencies, "countries" | "db" | "now" | "platform"> & {
  readonly keywordQueues: KeywordQueues;
  readonly settings: {
    readonly keywords: KeywordPace;
    readonly resendSeconds: number;
    readonly stores: StoreSettings;
  };
};

/** Sends the terms that are due soon, as many as users and charts leave to them. Returns their number. */
export async function dispatchKeywords(
  deps: DispatchKeywordsDependencies,
  { correlationId }: { readonly correlationId: string },
): Promise<number> {
  const { db, keywordQueues, now, platform, settings } = deps;
  const { keywords, resendSeconds, stores } = settings;
  if (keywords === "off") return 0;
  if (!(await hasDueKeywords(db, { platform, day: utcDay(now()) }))) return 0;

  const line = await readLine(
    { ...deps, purposes: ["on_demand"], settings: { stores, lostAfterSeconds: resendSeconds } },
    platform,
  );
  if (doChartsWait(line, { platform, stores })) return 0;
  const hostClass = searchClass[platform];
  const perMinute = keywordsPerMinute(keywords.perMinute[platform], learntRate(line, { platform, stores }));
  const busySeconds = secondsUntilFree(line, stores, { purpose: "keyword", classes: [hostClass] });
  return sendDueFetches({ db, now, queues: withKind(keywordQueues) }, pacedKeywords, {
    platform,
    correlationId,
    settings: { perMinute, resendSeconds, busySeconds },
  });
}

type Stores = { readonly platform: Platform; readonly stores: StoreSettings };

/** Charts that are due at their pace do not count as waiting. Charts that find no tokens do. */
export function doChartsWait(
  line: Pick<Waiting, "awaited" | "has_charts" | "states">,
  { platform, stores }: Stores,
): boolean {
  const work = { purpose: "chart", classes: chartClasses[platform] } as const;
  return line.has_charts && secondsUntilFree(line, stores, work) > PACED_AHEAD_SECONDS;
}

/** Returns the learnt rate of the class of searches, per minute. */
export function learntRate({ states }: Pick<Waiting, "states">, { platform, stores }: Stores): number | "unlimited" {
  const hostClass = searchClass[platform];
  if (stores.hosts[hostOfClass[hostClass]].perMinute === "unlimited") return "unlimited";
  const state = states.find(({ bucket }) => bucket === hostClass);
  return state === undefined ? stores.classes[hostClass].startPerMinute : state.rate * 60;
}

type Sent = KeywordKey & { readonly v: 1; readonly correlationId: string };

/** The kind distinguishes the messages in the queues of charts. */
function withKind(queues: KeywordQueues) {
  return {
    send(platform: Platform, messages: readonly Sent[], options: SendOptions<Sent>): Promise<void> {
      const delayOf = delaysOf(options);
      const delays = new Map(
        messages.map((one): [KeywordMessage, number] => [{ ...one, kind: "keyword" }, delayOf(one)]),
      );
      return queues.send(platform, [...delays.keys()], { delaySeconds: (message) => delays.get(message) ?? 0 });
    },
  };
}
