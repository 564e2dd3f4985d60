import { reportResponses } from "../../db/queries/budgets/class-reports.ts";
import { pacedKeywords } from "../../db/queries/keywords/keyword-fetches.ts";
import { endKeywordRests, keywordRest, restKeywords } from "../../db/queries/keywords/keyword-rests.ts";
import { postponeEmptyKeyword, saveKeyword } from "../../db/queries/keywords/save-keyword.ts";
import { type HaveAppsIdentifiedDependencies, haveAppsIdentified } from "../charts/have-apps-identified.ts";
import { type Country, primaryLanguage } from "../domain/country.ts";
import { keywordReads, keywordRests } from "../domain/keyword-reads.ts";
import { isThrottled } from "../domain/paced-fetch.ts";
import { platformFacts } from "../domain/platform.ts";
import { searchClass, searchRanksCosts } from "../domain/request-costs.ts";
import { hostOfClass, type StoreSettings } from "../domain/store-hosts.ts";
import { type FetchDependencies, type FetchResult, tryFetch } from "../fetches/paced-fetch.ts";
import type { KeywordMessage } from "../queues/messages.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { SearchRanks, StoreFailure } from "../stores/records.ts";
import type { StoreBudget } from "../stores/store-budget.ts";
import { UpstreamError } from "../stores/store-errors.ts";

export type ReadKeywordDependencies = FetchDependencies &
  HaveAppsIdentifiedDependencies & {
    readonly countries: readonly Country[];
    readonly connector: Pick<StoreConnector, "platform" | "searchRanks">;
    readonly storeSettings: StoreSettings;
  };

type Delivery = { readonly message: KeywordMessage; readonly remainingMs: () => number };

/**
 * Searches for a tracked term of the day and stores the results. After a first empty list, the term is searched again.
 */
export async function readKeyword(deps: ReadKeywordDependencies, delivery: Delivery): Promise<FetchResult> {
  const { connector, countries, db, log, now, settings } = deps;
  const { platform, correlationId, isRequested } = delivery.message;
  const resting = await keywordRest(db, { platform });
  const budget: StoreBudget = async (...request) => (resting.seconds > 0 ? resting.seconds : deps.budget(...request));
  return tryFetch(
    { ...deps, budget },
    {
      rows: pacedKeywords,
      costsOf: () => searchRanksCosts[platform],
      purpose: isRequested === true ? "requested_keyword" : "keyword",
      isLeft: ({ is_tracked }) => !is_tracked,
      fetch: async (_key, { term, country_code: country }, call): Promise<SearchRanks> => {
        const language = primaryLanguage(countries, platform, country);
        const found = await connector.searchRanks({ term, country, language }, call).catch(async (error: unknown) => {
          if (error instanceof UpstreamError && isThrottled(error.failure.reason)) await rest(deps, error.failure);
          throw error;
        });
        if (resting.was_throttled) await endKeywordRests(db, { platform });
        return found;
      },
      isEmpty: () => false,
      save: async (lease, { country_code: countryCode, is_empty_once }, found) => {
        if (found.ids.length === 0 && !is_empty_once) return postponeEmptyKeyword(db, { lease });
        const { hasStorefrontApps } = platformFacts[platform];
        if (hasStorefrontApps && !found.namesStorefront)
          log.warn("keyword.storefront.unnamed", { platform, countryCode });
        const saved = await saveKeyword(db, {
          lease,
          countryCode,
          fetchedAt: now(),
          ids: found.ids,
          apps: hasStorefrontApps ? firstApps(found) : found.apps,
          identifySeconds: hasStorefrontApps ? settings.identifySeconds : null,
        });
        if (saved?.has_newly_waiting) await haveAppsIdentified(deps, { platform, countryCode, correlationId });
        return saved !== undefined;
      },
      resultOf: ({ is_empty_once }, { ids }) => (ids.length > 0 ? "stored" : is_empty_once ? "empty" : "retrying"),
      logFailure: (fields) => log.warn("keyword.read.failed", fields),
    },
    delivery,
  );
}

/** Stops the terms of the store for a while. If the store limits a second one soon, users' searches stop, too. */
async function rest(deps: ReadKeywordDependencies, { reason, retryAfterSeconds }: StoreFailure): Promise<void> {
  const { connector, db, log, storeSettings } = deps;
  const { platform } = connector;
  const statedSeconds = Math.min(retryAfterSeconds ?? 0, keywordRests.secondsMax);
  const rested = await restKeywords(db, { platform, retryAfterSeconds: statedSeconds });
  if (rested === undefined) return;
  const { rest_seconds: restSeconds, is_second: isSecond } = rested;
  log.warn("keyword.rest.started", { platform, reason, restSeconds, isSecond });

  const hostClass = searchClass[platform];
  const { classes, hosts } = storeSettings;
  if (!isSecond || hosts[hostOfClass[hostClass]].perMinute === "unlimited") return;
  // Without a stated wait, the report blocks the class and not its host.
  const limit = { outcome: "throttled", isAboutAddress: false, retryAfterSeconds: null } as const;
  const blockedSeconds = await reportResponses(db, { hostClass, settings: classes[hostClass], ...limit });
  log.warn("store.throttled", { platform, hostClass, host: null, retryAfterSeconds, blockedSeconds });
}

/** The App Store's response has only ids. The names of the first apps are requested later. */
function firstApps({ ids }: SearchRanks) {
  return ids.slice(0, keywordReads.identifiedRankMax).map((external_id) => ({ external_id }));
}
