import * as z from "zod";

export const timestamp = z.string().meta({ format: "date-time", description: "RFC 3339, UTC, whole seconds." });
export const calendarDate = z.string().meta({ format: "date" });

/** The body of every success that has one. */
export function dataResponse<Data extends z.ZodType>(data: Data) {
  return z.object({ data });
}

/** One page of a list that grows. */
export function pageResponse<Item extends z.ZodType>(item: Item) {
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

/** RFC 3339 in UTC with whole seconds. */
export function presentTimestamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** Of an instant as the database's statements return it: seconds since 1970, with a fraction. */
export function presentUnixTime(seconds: number): string {
  return presentTimestamp(new Date(seconds * 1000));
}

export function presentOptionalUnixTime(seconds: number | null): string | null {
  return seconds === null ? null : presentUnixTime(seconds);
}
