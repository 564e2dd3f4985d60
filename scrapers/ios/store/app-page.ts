import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import type { ScraperShownFacts } from "../../contracts/facts.ts";
import { readPageFacts } from "./page-facts.ts";
import { serverData } from "./server-data.ts";

/** The fields of an app's web page that lookup lacks. An unreadable one is `undefined`. */
export type AppPage = {
  readonly locale: string | undefined;
  readonly subtitle: string | null | undefined;
  readonly promotional_text: string | null | undefined;
  readonly media: PageMedia | undefined;
  readonly stars: Stars | undefined;
  /** The page's own address, which names the storefront. */
  readonly path: string | undefined;
  readonly shown: ScraperShownFacts;
};

export type PageMedia = {
  readonly iphone: readonly string[];
  readonly ipad: readonly string[];
  readonly videoUrl: string | null;
};

/** Counts for one star to five stars. */
export type Stars = readonly [number, number, number, number, number];

export const unreadablePage: AppPage = {
  locale: undefined,
  subtitle: undefined,
  promotional_text: undefined,
  media: undefined,
  stars: undefined,
  path: undefined,
  shown: {},
};

/** Reads each part separately, so that a part that Apple has changed does not break the others. */
export function parseAppPage(html: string, appId: string): AppPage {
  const root = rootSchema().safeParse(serverData(html));
  if (!root.success) return unreadablePage;
  const { lockup, shelfMapping, promotionalText, canonicalURL } = root.data;
  if (lockup?.adamId !== undefined && lockup.adamId !== appId) return unreadablePage;

  return {
    locale: /<html[^>]{0,200}\slang="([A-Za-z0-9-]{2,20})"/.exec(html.slice(0, 2_000))?.[1],
    subtitle: lockup === undefined ? undefined : (lockup.subtitle ?? null),
    promotional_text: promotionalText ?? null,
    media: readMedia(shelfMapping),
    stars: readStars(shelfMapping),
    path: URL.parse(canonicalURL ?? "")?.pathname,
    shown: readPageFacts(root.data, appId),
  };
}

const optionalText = lazy(() => z.string().min(1).nullish().catch(undefined));
const shelves = lazy(() => z.record(z.string(), z.unknown()));

const rootSchema = lazy(() =>
  z.object({
    lockup: z
      .object({
        adamId: z.coerce.string().optional(),
        subtitle: optionalText(),
        offerDisplayProperties: z.unknown().optional(),
      })
      .optional()
      .catch(undefined),
    titleOfferDisplayProperties: z.unknown().optional(),
    promotionalText: optionalText(),
    shelfMapping: shelves().optional().catch(undefined),
    canonicalURL: z.string().optional().catch(undefined),
  }),
);

const mediaShelf = lazy(() =>
  z
    .object({
      items: z.array(
        z.object({
          screenshot: z.object({ template: z.string() }).optional(),
          video: z.object({ videoUrl: z.string() }).optional(),
        }),
      ),
    })
    .optional(),
);

function readMedia(shelfMapping: z.infer<ReturnType<typeof shelves>> | undefined): PageMedia | undefined {
  if (shelfMapping === undefined) return undefined;
  const phone = mediaShelf().safeParse(shelfMapping.product_media_phone_);
  const pad = mediaShelf().safeParse(shelfMapping.product_media_pad_);
  if (!phone.success || !pad.success) return undefined;

  const [phoneItems, padItems] = [phone.data?.items ?? [], pad.data?.items ?? []];
  return {
    iphone: phoneItems.flatMap(({ screenshot }) => (screenshot ? [fillTemplate(screenshot.template, 1290, 2796)] : [])),
    ipad: padItems.flatMap(({ screenshot }) => (screenshot ? [fillTemplate(screenshot.template, 2048, 2732)] : [])),
    videoUrl: [...phoneItems, ...padItems].find(({ video }) => video !== undefined)?.video?.videoUrl ?? null,
  };
}

function fillTemplate(template: string, width: number, height: number): string {
  return template.replace("{w}x{h}{c}.{f}", `${width}x${height}bb.jpg`);
}

const starCount = lazy(() =>
  z
    .number()
    .nonnegative()
    .transform((count) => Math.round(count)),
);

/** Apple lists five stars first, as floats. */
const ratingsShelf = lazy(() =>
  z.object({
    items: z.tuple(
      [z.object({ ratingCounts: z.tuple([starCount(), starCount(), starCount(), starCount(), starCount()]) })],
      z.unknown(),
    ),
  }),
);

function readStars(shelfMapping: z.infer<ReturnType<typeof shelves>> | undefined): Stars | undefined {
  const ratings = ratingsShelf().safeParse(shelfMapping?.productRatings);
  if (!ratings.success) return undefined;
  const [five, four, three, two, one] = ratings.data.items[0].ratingCounts;
  return [one, two, three, four, five];
}
