import { listingSchema, type ScraperListing } from "../../contracts/records.ts";
import { checkRecord } from "../../http/check-record.ts";
import { isoInstant } from "../../http/iso-time.ts";
import type { AppPage } from "./app-page.ts";
import type { Storefront } from "./look-up.ts";
import type { LookupRecord } from "./lookup-record.ts";

/** Asked for no language, the listing goes by the one that the page is in, or else by its country. */
export function shapeListing({ country, lang }: Storefront, app: LookupRecord, page: AppPage): ScraperListing {
  const description = app.description ?? "";
  const pictures = readPictures(app, page);
  return checkRecord(listingSchema, {
    platform: "ios",
    country,
    locale: lang ?? page.locale ?? country,
    title: app.title,
    subtitle: page.subtitle ?? null,
    description,
    promotional_text: page.promotionalText ?? null,
    whats_new: app.releaseNotes || null,
    icon_url: app.icon ?? null,
    screenshots: pictures.screenshots,
    video_url: page.media?.videoUrl ?? null,
    description_length: [...description].length,
    price: app.price ?? null,
    currency: app.currency ?? null,
    version: app.version || null,
    current_version_release_date: isoInstant(app.updated),
    unread_fields: unreadFields(page, pictures.areComplete),
  } satisfies ScraperListing);
}

/** Lookup has lost the screenshots of some apps; the page has them all. */
function readPictures(app: LookupRecord, page: AppPage) {
  const found = { iphone: app.screenshots ?? [], ipad: app.ipadScreenshots ?? [] };
  const devices = ["iphone", "ipad"] as const;
  const screenshots = devices.flatMap((device) => {
    const urls = found[device].length > 0 ? found[device] : (page.media?.[device] ?? []);
    return urls.map((url, order) => ({ url, device_type: device, order }));
  });
  return { screenshots, areComplete: page.media !== undefined || devices.every((device) => found[device].length > 0) };
}

function unreadFields(page: AppPage, areScreenshotsComplete: boolean): ScraperListing["unread_fields"] {
  const wasRead = {
    subtitle: page.subtitle !== undefined,
    promotional_text: page.promotionalText !== undefined,
    screenshots: areScreenshotsComplete,
    video_url: page.media !== undefined,
  };
  const fields = ["subtitle", "promotional_text", "screenshots", "video_url"] as const;
  return fields.filter((field) => !wasRead[field]);
}
