import { joinReads } from "../../../../client/join-reads.ts";
import { useRead } from "../../../../client/use-read.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { fieldsOf } from "../keyword-texts.ts";
import { useOwnKeywords } from "../use-own-keywords.ts";
import { offeredTerms } from "./offered-rows.ts";
import { COMPARED_MAX, type TrackedState } from "./tracked-state.ts";
import { useRivals } from "./use-rivals.ts";

type Wanted = {
  readonly country: string;
  readonly locale: string;
  readonly ngram: TrackedState["ngram"];
  /** The language is not known yet. */
  readonly isWaiting: boolean;
};

/** Returns the terms that can be tracked in a country, with the state of all requests for them. */
export function useOffered({ country, locale, ngram, isWaiting }: Wanted) {
  const { params } = useAppFrame();
  const words = { locale, ngram, fields: fieldsOf("described") };
  const { rivals, read } = useRivals();
  const compared = (rivals ?? []).slice(0, COMPARED_MAX).map(({ id }) => String(id));
  const own = useOwnKeywords(words, !isWaiting);
  const others = useRead(
    "compareKeywords",
    { params, query: { ...words, app_ids: compared } },
    { enabled: !isWaiting && compared.length > 0 },
  );
  const tracked = useTrackedTerms(country);
  const isRead =
    own.isLoaded &&
    !own.isOutdated &&
    tracked.isLoaded &&
    rivals !== undefined &&
    (compared.length === 0 || others.data !== undefined);
  const data = isRead
    ? offeredTerms({
        own: own.keywords,
        compared: others.data?.data.keywords ?? {},
        tracked: tracked.terms,
      })
    : undefined;
  const reads = joinReads([read, ...own.reads, others, ...tracked.reads]);
  return { query: { ...reads, data, isPlaceholderData: false }, count: tracked.count };
}

const TERMS_A_PAGE = 100;

/** Two pages have the 200 terms that a user can track. */
function useTrackedTerms(country: string) {
  const { params } = useAppFrame();
  const inputOf = (page: number) => ({ params, query: { country_codes: [country], per_page: TERMS_A_PAGE, page } });
  const first = useRead("listTrackedKeywords", inputOf(1));
  const pages = first.data?.meta.last_page ?? 1;
  const second = useRead("listTrackedKeywords", inputOf(2), { enabled: pages > 1 });
  const reads = [first, second].slice(0, pages);
  return {
    reads,
    isLoaded: reads.every(({ data }) => data !== undefined),
    terms: reads.flatMap(({ data }) => data?.data.map(({ term }) => term) ?? []),
    count: first.data?.meta,
  };
}
