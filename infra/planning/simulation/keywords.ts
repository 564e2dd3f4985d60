import { keywordReadRules, keywordsPerMinute } from "../../../lib/domain/keyword-reads.ts";
import { searchClass, searchRanksCosts } from "../../../lib/domain/request-costs.ts";
import { doChartsWait, learntRate } from "../../../lib/keywords/dispatch-keywords.ts";
import { tickTimes } from "../../templates/tick-times.ts";
import { readAhead } from "./line.ts";
import type { PacedKind } from "./paced-fetches.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import type { Store, World } from "./world.ts";

/** Models plan_keywords: the term read longest ago comes first. */
export function planKeywords({ events }: World, { keywords }: Store): void {
  const { count, order, readAt, readsOfDays, slots } = keywords;
  order.sort((a, b) => (readAt[a] ?? 0) - (readAt[b] ?? 0) || a - b);
  readsOfDays[Math.floor(events.time / DAY_SECONDS)] = 0;
  slots.plan(events.time, count);
}

/** Models lib/keywords/dispatch-keywords.ts and lib/keywords/read-keyword.ts. */
export function keywordsOf(world: World, store: Store): PacedKind {
  const { activity, events, settings } = world;
  const { keywords, platform } = store;
  const stores = { platform, stores: settings.stores };
  const ahead = () => readAhead(world, store);
  return {
    slots: keywords.slots,
    queue: store.queues.charts,
    purpose: "keyword",
    classes: [searchClass[platform]],
    graceHours: keywordReadRules.graceHours,
    dispatchSeconds: DAY_SECONDS / tickTimes(settings.schedules.resendCharts, 1).length,
    pace: () => keywordsPerMinute(keywords.perMinute, learntRate(ahead(), stores)) / keywords.perMinute,
    isHeldBack: () => doChartsWait(ahead(), stores),
    of({ day, index }) {
      const term = keywords.order[index] ?? 0;
      const store = () => {
        activity.keywords[platform] += 1;
        keywords.readAt[term] = events.time;
        keywords.daysRead[term] = (keywords.daysRead[term] ?? 0) + 1;
        keywords.readsOfDays[day] = (keywords.readsOfDays[day] ?? 0) + 1;
      };
      return { costs: searchRanksCosts[platform], items: 1, store, dispatch: () => undefined };
    },
  };
}
