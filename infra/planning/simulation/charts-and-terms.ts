import { chartFetchRules } from "../../../lib/domain/chart.ts";
import { keywordReadRules, keywordsPerMinute } from "../../../lib/domain/keyword-reads.ts";
import { chartClasses, searchClass, searchRanksCosts } from "../../../lib/domain/request-costs.ts";
import { doChartsWait, learntRate } from "../../../lib/keywords/dispatch-keywords.ts";
import { tickTimes } from "../../templates/tick-times.ts";
import { chartFetchCosts } from "../sync-shape.ts";
import { readAhead } from "./line.ts";
import type { PacedKind } from "./paced-fetches.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import type { Store } from "./world.ts";

/** Models lib/charts/start-daily-charts.ts and plan_keywords: the term read longest ago comes first. */
export function planDay({ events, keywords, platform, settings, slots }: Store): void {
  const { perDay, perMinute } = settings.charts[platform];
  slots.chart.plan(events.time, perDay, perMinute);
  const { order, readAt, readsOfDays } = keywords;
  if (order.length === 0) return;
  order.sort((a, b) => (readAt[a] ?? 0) - (readAt[b] ?? 0) || a - b);
  readsOfDays[Math.floor(events.time / DAY_SECONDS)] = 0;
  slots.keyword.plan(events.time, order.length, settings.keywordsPerMinute[platform]);
}

/** Returns the fetches that the queues of charts carry: charts, and terms if there are any. */
export function chartsAndTerms(store: Store): readonly PacedKind[] {
  const { keywords, queues, settings } = store;
  const dispatchSeconds = DAY_SECONDS / tickTimes(settings.schedules.resendCharts, 1).length;
  const kinds = keywords.order.length === 0 ? [chartsOf(store)] : [chartsOf(store), termsOf(store)];
  return kinds.map((kind) => ({ ...kind, queue: queues.charts, dispatchSeconds }));
}

type Kind = Omit<PacedKind, "queue" | "dispatchSeconds">;

/** Models lib/charts/fetch-chart.ts. */
function chartsOf(store: Store): Kind {
  const { activity, events, platform, settings, slots } = store;
  const { pages = 0, perMinute } = settings.charts[platform];
  return {
    slots: slots.chart,
    purpose: "chart",
    classes: chartClasses[platform],
    graceHours: chartFetchRules.graceHours,
    perMinute: () => perMinute,
    of: ({ day, index }) => ({
      costs: chartFetchCosts(platform, pages > 0, index),
      items: 1,
      save() {
        activity.charts[platform] += 1;
        store.lastChartAfter = events.time - day * DAY_SECONDS;
      },
    }),
  };
}

/** Models lib/keywords/dispatch-keywords.ts and lib/keywords/read-keyword.ts. */
function termsOf(store: Store): Kind {
  const { activity, events, keywords, platform, settings, slots } = store;
  const { order, readAt, readsOfDays, daysRead } = keywords;
  const stores = { platform, stores: settings.stores };
  return {
    slots: slots.keyword,
    purpose: "keyword",
    classes: [searchClass[platform]],
    graceHours: keywordReadRules.graceHours,
    perMinute: () => keywordsPerMinute(settings.keywordsPerMinute[platform], learntRate(readAhead(store), stores)),
    isHeldBack: () => doChartsWait(readAhead(store), stores),
    of({ day, index }) {
      const term = order[index] ?? 0;
      const save = () => {
        activity.keywords[platform] += 1;
        readAt[term] = events.time;
        daysRead[term] = (daysRead[term] ?? 0) + 1;
        readsOfDays[day] = (readsOfDays[day] ?? 0) + 1;
      };
      return { costs: searchRanksCosts[platform], items: 1, save };
    },
  };
}
