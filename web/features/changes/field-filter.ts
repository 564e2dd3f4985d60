import type { Option } from "../../components/fields/select-field.tsx";
import { factKeys, isFactKey } from "../facts/fact-names.ts";
import { type Field, fieldNames } from "./change-labels.ts";

/** One field, or all fields of a group. "" stands for all. */
export type FieldFilter = Field | "" | "listing" | "facts";

/** In the order in which changes of one read are shown. */
export const changeFields = Object.keys(fieldNames) as readonly Field[];

const offerFields: readonly Field[] = ["price", "availability"];
const listingFields = changeFields.filter((field) => !offerFields.includes(field) && !isFactKey(field));

const optionsOf = (fields: readonly Field[], group: string): readonly Option<FieldFilter>[] =>
  fields.map((id) => ({ id, name: fieldNames[id], group }));

export const fieldOptions: readonly Option<FieldFilter>[] = [
  { id: "", name: "All changes" },
  { id: "listing", name: "All of the listing", group: "Listing" },
  ...optionsOf(listingFields, "Listing"),
  ...optionsOf(offerFields, "Price and availability"),
  { id: "facts", name: "All facts", group: "Facts" },
  ...optionsOf(factKeys, "Facts"),
];

export const fieldFilters = fieldOptions.map(({ id }) => id);

/** Returns undefined for all fields. */
export function fieldsOf(filter: FieldFilter): readonly Field[] | undefined {
  if (filter === "") return undefined;
  if (filter === "listing") return listingFields;
  return filter === "facts" ? factKeys : [filter];
}
