import * as z from "zod";

import { FACT_ENTRIES_MAX, type ScraperFacts } from "../../contracts/facts.ts";

/** Returns the features that a page says the app supports; null if its header names none. */
export function readAccessibility(header: unknown): ScraperFacts["accessibility"] {
  const parsed = headerSchema.safeParse(header);
  if (!parsed.success) return undefined;
  const shelves = parsed.data.seeAllAction?.pageData?.shelves ?? [];
  const features = shelves.flatMap(({ items }) => items.flatMap((item) => item.features));
  return features.length === 0 ? null : features.slice(0, FACT_ENTRIES_MAX);
}

/** A feature has no id, but its system symbol has the same name in all languages. */
const featureSchema = z
  .object({ title: z.string().min(1), artwork: z.object({ template: z.string() }).optional() })
  .transform(({ title, artwork }) => ({
    id: /^systemimage:\/\/(.+)$/.exec(artwork?.template ?? "")?.[1] ?? title,
    title,
  }));

const headerSchema = z.object({
  seeAllAction: z
    .object({
      pageData: z
        .object({
          shelves: z.array(
            z.object({ items: z.array(z.object({ features: z.array(featureSchema).default([]) })).default([]) }),
          ),
        })
        .optional(),
    })
    .optional(),
});
