import { FACT_ENTRIES_MAX, factsSchema, type ScraperFacts } from "../../contracts/facts.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { LookupRecord } from "./look-up.ts";

/** Returns the facts that lookup shows. Omitted ones are unknown, because lookup omits fields that apps have. */
export function shapeFacts(app: LookupRecord): ScraperFacts {
  const { developerId, primaryGenreId } = app;
  return checkRecord(factsSchema(), {
    name: app.title,
    publisher: developerId && app.developer ? { id: String(developerId), name: app.developer } : undefined,
    category: primaryGenreId && app.primaryGenre ? { id: String(primaryGenreId), name: app.primaryGenre } : undefined,
    categories: categoriesOf(app),
    content_rating: app.contentRating ? { code: app.contentRating, text: null } : undefined,
    minimum_os: app.requiredOsVersion || undefined,
    size_bytes: app.size ?? undefined,
    languages: codesOf(app.languages),
    supported_devices: codesOf(app.supportedDevices),
    developer: app.developerWebsite ? { address: null, website: app.developerWebsite } : undefined,
  } satisfies ScraperFacts);
}

/** Lookup lists ids and names separately. */
function categoriesOf({ genreIds, genres }: LookupRecord): ScraperFacts["categories"] {
  if (!genreIds?.length || genreIds.length !== genres?.length) return undefined;
  return genreIds.slice(0, FACT_ENTRIES_MAX).map((id, index) => ({ id, name: genres[index] ?? "" }));
}

function codesOf(codes: readonly string[] | null | undefined): string[] | undefined {
  return codes?.length ? codes.slice(0, FACT_ENTRIES_MAX) : undefined;
}
