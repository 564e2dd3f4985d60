import type { Codec } from "../../client/codec.ts";
import type { ReadName } from "../../client/operation-types.ts";

/** The service's maximum length of a name. */
export const TAG_NAME_MAX = 40;
/** The most tags of a user. */
const TAGS_MAX = 50;

/** Reads that show tags or filter by them. */
export const readsWithTags = [
  "listTags",
  "listApps",
  "listEvents",
  "listCompetitors",
  "listPublishers",
  "showApp",
] as const satisfies readonly ReadName[];

/** The ids of the tags that filter a list. None stands for all apps. */
export const chosenTags = (): Codec<readonly string[]> => ({
  read: (value) =>
    (value ?? "")
      .split(",")
      .filter((id) => /^[1-9]\d{0,8}$/.test(id))
      .slice(0, TAGS_MAX),
  write: (value) => (value.length === 0 ? undefined : value.join(",")),
});

/** Returns the part of a query that filters by tags. */
export function tagsQuery(tags: readonly string[]): { readonly tags?: readonly string[] } {
  return tags.length === 0 ? {} : { tags };
}
