import * as z from "zod";

import { FACT_ENTRIES_MAX, type ScraperFacts } from "../../contracts/facts.ts";

type InAppPurchases = ScraperFacts["in_app_purchases"];

/**
 * Returns the purchases in an app's information shelf, or null if the page says that there are none. Apple shows at
 * most ten. Row titles are translated, so pairs of name and price identify the row.
 */
export function readInAppPurchases(offer: unknown, information: unknown): InAppPurchases {
  const isOffered = offerSchema.safeParse(offer).data?.hasInAppPurchases;
  if (isOffered === false) return null;

  const rows = shelfSchema.safeParse(information).data?.items ?? [];
  const lists = rows.map(readRow).filter(({ items }) => items.length > 0);
  if (lists.length === 0) return rows.length > 0 && isOffered === undefined ? null : undefined;

  // Other rows may have pairs, too, such as sizes by device. Only the row of purchases has the older format (`items`)
  // or a button.
  const isSole = isOffered === true && lists.length === 1;
  const [list, ...others] = isSole ? lists : lists.filter(({ isMarked }) => isMarked);
  return list === undefined || others.length > 0 ? undefined : { items: list.items.slice(0, FACT_ENTRIES_MAX) };
}

const offerSchema = z.object({ hasInAppPurchases: z.boolean() });

const entries = z.array(z.unknown()).optional().catch(undefined);
const shelfSchema = z.object({ items: z.array(z.object({ items_V3: entries, items: entries })) });

const pairSchema = z
  .object({ $kind: z.literal("textPair"), leadingText: z.string().min(1), trailingText: z.string().nullish() })
  .transform(({ leadingText, trailingText }) => ({ name: leadingText, price: trailingText || null }));
const oldPairSchema = z
  .tuple([z.string().min(1)], z.unknown())
  .transform(([name, price]) => ({ name, price: typeof price === "string" && price !== "" ? price : null }));

const buttonSchema = z.object({ $kind: z.literal("button") });
const oldEntrySchema = z.object({ textPairs: z.array(z.unknown()) });

function readRow({ items_V3: entriesV3 = [], items = [] }: z.infer<typeof shelfSchema>["items"][number]) {
  const pairs = entriesV3.flatMap((entry) => pairSchema.safeParse(entry).data ?? []);
  const oldPairs = items
    .flatMap((entry) => oldEntrySchema.safeParse(entry).data?.textPairs ?? [])
    .flatMap((entry) => oldPairSchema.safeParse(entry).data ?? []);
  return {
    items: pairs.length > 0 ? pairs : oldPairs,
    isMarked: pairs.length === 0 || entriesV3.some((entry) => buttonSchema.safeParse(entry).success),
  };
}
