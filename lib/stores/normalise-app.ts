import type { ScraperIdentity, ScraperSearchResult } from "../../scrapers/contracts/records.ts";
import { externalAppIdSchema } from "../domain/platform.ts";
import {
  cleanCurrency,
  cleanDate,
  cleanId,
  cleanOptionalText,
  cleanPrice,
  cleanText,
  cleanUrl,
  LABEL_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from "./clean-text.ts";
import type { AppIdentity, SearchHit } from "./records.ts";

const SUPPORTED_LOCALES_MAX = 200;

export function normaliseIdentity(identity: ScraperIdentity): AppIdentity {
  return {
    externalId: identity.app_id,
    name: cleanText(identity.name, TITLE_LENGTH_MAX),
    publisher: normalisePublisher(identity),
    category: normaliseCategory(identity.category_id, identity.category),
    supportedLocales:
      identity.supported_locales?.slice(0, SUPPORTED_LOCALES_MAX).flatMap((locale) => cleanId(locale) ?? []) ?? null,
    originalReleaseDate: cleanDate(identity.original_release_date),
    isFree: identity.is_free,
    price: cleanPrice(identity.price),
    currency: cleanCurrency(identity.currency),
    version: cleanOptionalText(identity.version, LABEL_LENGTH_MAX),
    versionReleasedAt: cleanDate(identity.current_version_release_date),
    iconUrl: cleanUrl(identity.icon_url),
  };
}

export function normaliseSearchHit(result: ScraperSearchResult): SearchHit | null {
  if (!externalAppIdSchema.safeParse(result.app_id).success) return null;
  return {
    externalId: result.app_id,
    name: cleanText(result.name, TITLE_LENGTH_MAX),
    publisher:
      result.developer === null
        ? null
        : { externalId: cleanId(result.developer_id), name: cleanText(result.developer, TITLE_LENGTH_MAX) },
    category: normaliseCategory(result.genre_id, result.genre),
    iconUrl: cleanUrl(result.icon_url),
    isFree: result.free,
  };
}

function normalisePublisher(identity: ScraperIdentity): AppIdentity["publisher"] {
  const externalId = cleanId(identity.publisher_external_id);
  if (externalId === null || identity.publisher_name === null) return null;
  return {
    externalId,
    name: cleanText(identity.publisher_name, TITLE_LENGTH_MAX),
    url: cleanUrl(identity.publisher_url),
  };
}

function normaliseCategory(externalId: string | null, name: string | null): AppIdentity["category"] {
  return { externalId: cleanId(externalId), name: cleanOptionalText(name, LABEL_LENGTH_MAX) };
}
