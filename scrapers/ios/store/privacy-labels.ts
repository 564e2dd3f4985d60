import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { FACT_ENTRIES_MAX, type ScraperFacts } from "../../contracts/facts.ts";

type PrivacyShelves = { readonly privacyTypes?: unknown; readonly privacyHeader?: unknown };

/** Returns the types of privacy of a page; undefined if a type is unreadable, since it would count as removed. */
export function readPrivacy({ privacyTypes, privacyHeader }: PrivacyShelves): ScraperFacts["privacy"] {
  const shelf = shelfSchema().safeParse(privacyTypes).data?.items ?? [];
  const types = shelf.length > 0 ? shelf : detailsOf(privacyHeader);
  const parsed = z.array(typeSchema()).min(1).safeParse(types.slice(0, FACT_ENTRIES_MAX));
  return parsed.data?.map(({ categories, purposes, ...type }) => ({
    ...type,
    categories: (categories.length > 0 ? categories : categoriesOf(purposes)).slice(0, FACT_ENTRIES_MAX),
  }));
}

const shelfSchema = lazy(() => z.object({ items: z.array(z.unknown()) }));

const label = () => ({ identifier: z.string().min(1), title: z.string().optional() });
const categorySchema = lazy(() =>
  z.object(label()).transform(({ identifier, title }) => ({ id: identifier, title: title ?? identifier })),
);
const categoriesSchema = lazy(() => z.array(categorySchema()).default([]));

/** The details of a page nest categories in the purposes for which data is used. */
const typeSchema = lazy(() =>
  z
    .object({
      ...label(),
      categories: categoriesSchema(),
      purposes: z.array(z.object({ categories: categoriesSchema() })).default([]),
    })
    .transform(({ identifier, title, ...type }) => ({ id: identifier, title: title ?? identifier, ...type })),
);

function categoriesOf(purposes: z.infer<ReturnType<typeof typeSchema>>["purposes"]) {
  const all = purposes.flatMap(({ categories }) => categories);
  return [...new Map(all.map((category) => [category.id, category])).values()];
}

const headerSchema = lazy(() =>
  z.object({
    seeAllAction: z.object({
      pageData: z.object({
        shelves: z.array(z.object({ contentType: z.unknown().optional(), items: z.array(z.unknown()).optional() })),
      }),
    }),
  }),
);

function detailsOf(header: unknown): readonly unknown[] {
  const shelves = headerSchema().safeParse(header).data?.seeAllAction.pageData.shelves ?? [];
  return shelves.flatMap(({ contentType, items = [] }) => (contentType === "privacyType" ? items : []));
}

/** The link may be anywhere in the header, so at most this many of its values are searched. */
const VALUES_SEARCHED_MAX = 2_000;

const linkSchema = lazy(() =>
  z.object({
    $kind: z.literal("ExternalUrlAction"),
    url: z.string(),
    actionMetrics: z.object({
      data: z.array(z.object({ fields: z.object({ targetId: z.literal("privacyPolicy") }) })),
    }),
  }),
);

/** Returns the address of the privacy policy. A header without one does not prove that there is none. */
export function readPrivacyPolicy(header: unknown): string | undefined {
  const values = [header];
  for (const value of values) {
    const link = linkSchema().safeParse(value);
    if (link.success) return link.data.url;
    if (typeof value !== "object" || value === null) continue;
    if (values.length < VALUES_SEARCHED_MAX) values.push(...Object.values(value).slice(0, VALUES_SEARCHED_MAX));
  }
  return undefined;
}
