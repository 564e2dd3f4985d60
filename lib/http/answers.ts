import * as z from "zod";

/** The body of every success that has one. */
export function answer<Data extends z.ZodType>(data: Data) {
  return z.object({ data });
}

/** One page of a list that grows. */
export function pageAnswer<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), meta: pageMeta, links: pageLinks });
}

const pageMeta = z
  .object({
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
  })
  .meta({ id: "PageMeta" });
export type PageMeta = z.infer<typeof pageMeta>;

const pageLinks = z
  .object({ first: z.string(), last: z.string(), prev: z.string().nullable(), next: z.string().nullable() })
  .meta({ id: "PageLinks", description: "Paths of other pages, with every other query parameter kept." });
export type PageLinks = z.infer<typeof pageLinks>;
