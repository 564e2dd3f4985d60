import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import {
  FACT_ENTRIES_MAX,
  RELATED_APPS_MAX,
  type ScraperFacts,
  type ScraperRelatedApp,
  type ScraperShownFacts,
} from "../../contracts/facts.ts";
import { readPrivacy, readPrivacyPolicy } from "./privacy-labels.ts";

type PageContent = {
  readonly lockup?: { readonly offerDisplayProperties?: unknown } | undefined;
  readonly titleOfferDisplayProperties?: unknown;
  readonly shelfMapping?: Readonly<Record<string, unknown>> | undefined;
};

/** Reads the facts that only a page shows. A missing or changed shelf makes its fact unknown. */
export function readPageFacts(page: PageContent, appId: string): ScraperShownFacts {
  const { shelfMapping: shelves = {} } = page;
  const offer = page.titleOfferDisplayProperties ?? page.lockup?.offerDisplayProperties;
  const facts: ScraperFacts = {
    in_app_purchases: readInAppPurchases(offer, shelves.information),
    privacy: readPrivacy(shelves),
    privacy_policy: readPrivacyPolicy(shelves.privacyHeader),
    accessibility: readAccessibility(shelves.accessibilityHeader),
  };
  return {
    facts,
    similar: readRelatedApps(shelves.similarItems, appId),
    more_by_publisher: readRelatedApps(shelves.moreByDeveloper, appId),
  };
}

type InAppPurchases = ScraperFacts["in_app_purchases"];

/**
 * Returns the purchases in an app's information shelf, or null if the page says that there are none. Apple shows at
 * most ten. Row titles are translated, so pairs of name and price identify the row.
 */
function readInAppPurchases(offer: unknown, information: unknown): InAppPurchases {
  const isOffered = offerSchema().safeParse(offer).data?.hasInAppPurchases;
  if (isOffered === false) return null;

  const rows = informationSchema().safeParse(information).data?.items ?? [];
  const lists = rows.map(readRow).filter(({ items }) => items.length > 0);
  if (lists.length === 0) return rows.length > 0 && isOffered === undefined ? null : undefined;

  // Other rows may have pairs, too, such as sizes by device. Only the row of purchases has the older format (`items`)
  // or a button.
  const isSole = isOffered === true && lists.length === 1;
  const [list, ...others] = isSole ? lists : lists.filter(({ isMarked }) => isMarked);
  return list === undefined || others.length > 0 ? undefined : { items: list.items.slice(0, FACT_ENTRIES_MAX) };
}

const offerSchema = lazy(() => z.object({ hasInAppPurchases: z.boolean() }));

const entries = lazy(() => z.array(z.unknown()).optional().catch(undefined));
const informationSchema = lazy(() => z.object({ items: z.array(z.object({ items_V3: entries(), items: entries() })) }));

const pairSchema = lazy(() =>
  z
    .object({ $kind: z.literal("textPair"), leadingText: z.string().min(1), trailingText: z.string().nullish() })
    .transform(({ leadingText, trailingText }) => ({ name: leadingText, price: trailingText || null })),
);
const oldPairSchema = lazy(() =>
  z
    .tuple([z.string().min(1)], z.unknown())
    .transform(([name, price]) => ({ name, price: typeof price === "string" && price !== "" ? price : null })),
);

const buttonSchema = lazy(() => z.object({ $kind: z.literal("button") }));
const oldEntrySchema = lazy(() => z.object({ textPairs: z.array(z.unknown()) }));

function readRow({
  items_V3: entriesV3 = [],
  items = [],
}: z.infer<ReturnType<typeof informationSchema>>["items"][number]) {
  const pairs = entriesV3.flatMap((entry) => pairSchema().safeParse(entry).data ?? []);
  const oldPairs = items
    .flatMap((entry) => oldEntrySchema().safeParse(entry).data?.textPairs ?? [])
    .flatMap((entry) => oldPairSchema().safeParse(entry).data ?? []);
  return {
    items: pairs.length > 0 ? pairs : oldPairs,
    isMarked: pairs.length === 0 || entriesV3.some((entry) => buttonSchema().safeParse(entry).success),
  };
}

/** Returns the features that a page says the app supports; null if its header names none. */
function readAccessibility(header: unknown): ScraperFacts["accessibility"] {
  const parsed = headerSchema().safeParse(header);
  if (!parsed.success) return undefined;
  const shelves = parsed.data.seeAllAction?.pageData?.shelves ?? [];
  const features = shelves.flatMap(({ items }) => items.flatMap((item) => item.features));
  return features.length === 0 ? null : features.slice(0, FACT_ENTRIES_MAX);
}

/** A feature has no id, but its system symbol has the same name in all languages. */
const featureSchema = lazy(() =>
  z
    .object({ title: z.string().min(1), artwork: z.object({ template: z.string() }).optional() })
    .transform(({ title, artwork }) => ({
      id: /^systemimage:\/\/(.+)$/.exec(artwork?.template ?? "")?.[1] ?? title,
      title,
    })),
);

const headerSchema = lazy(() =>
  z.object({
    seeAllAction: z
      .object({
        pageData: z
          .object({
            shelves: z.array(
              z.object({ items: z.array(z.object({ features: z.array(featureSchema()).default([]) })).default([]) }),
            ),
          })
          .optional(),
      })
      .optional(),
  }),
);

function readRelatedApps(shelf: unknown, appId: string): ScraperRelatedApp[] | undefined {
  const items = shelfSchema().safeParse(shelf).data?.items ?? [];
  const apps = items
    .flatMap((item) => lockupSchema().safeParse(item).data ?? [])
    .filter(({ app_id }) => app_id !== appId);
  const unique = [...new Map(apps.map((app) => [app.app_id, app])).values()];
  return unique.length === 0 ? undefined : unique.slice(0, RELATED_APPS_MAX);
}

const shelfSchema = lazy(() => z.object({ items: z.array(z.unknown()) }));

const lockupSchema = lazy(() =>
  z
    .object({
      $kind: z.literal("Lockup"),
      adamId: z.coerce.string().regex(/^[0-9]{1,19}$/),
      title: z.string().min(1),
      subtitle: z.string().min(1).nullish().catch(undefined),
    })
    .transform(({ adamId, title, subtitle }) => ({ app_id: adamId, name: title, subtitle: subtitle ?? null })),
);
