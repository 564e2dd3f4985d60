import type { Option } from "../../components/fields/select-field.tsx";
import type { Webhook } from "./webhook.ts";

export type Filter = Webhook["filter"];
type PriceDirection = NonNullable<Filter["price_direction"]>;
type Milestone = NonNullable<Filter["rank_milestones"]>[number];

/** The names are those by which the service's problems name the fields. "" and an empty list are no condition. */
export type FilterFields = {
  /** The conditions that only programs set. The form does not change them. */
  readonly filter: Pick<Filter, "app_ids" | "locales" | "fields">;
  readonly "filter.country_codes": readonly string[];
  readonly "filter.price_direction": PriceDirection | "";
  readonly "filter.min_rating_drop": string;
  readonly "filter.min_rank_change": string;
  readonly "filter.rank_milestones": readonly Milestone[];
};

export function filterFieldsOf(filter: Filter): FilterFields {
  const { country_codes, price_direction, min_rating_drop, min_rank_change, rank_milestones, ...others } = filter;
  return {
    filter: others,
    "filter.country_codes": country_codes ?? [],
    "filter.price_direction": price_direction ?? "",
    "filter.min_rating_drop": `${min_rating_drop ?? ""}`,
    "filter.min_rank_change": `${min_rank_change ?? ""}`,
    "filter.rank_milestones": rank_milestones ?? [],
  };
}

/** Returns what the service saves. */
export function filterOf(fields: FilterFields): Filter {
  const countries = fields["filter.country_codes"];
  const direction = fields["filter.price_direction"];
  const drop = fields["filter.min_rating_drop"];
  const ranks = fields["filter.min_rank_change"];
  const milestones = fields["filter.rank_milestones"];
  return {
    ...fields.filter,
    ...(countries.length > 0 && { country_codes: [...countries] }),
    ...(direction !== "" && { price_direction: direction }),
    ...(drop !== "" && { min_rating_drop: Number(drop) }),
    ...(ranks !== "" && { min_rank_change: Number(ranks) }),
    ...(milestones.length > 0 && { rank_milestones: [...milestones] }),
  };
}

export const directionOptions: readonly Option<PriceDirection | "">[] = [
  { id: "", name: "Any change" },
  { id: "down", name: "Goes down" },
  { id: "up", name: "Goes up" },
];

export const milestoneOptions: readonly { readonly id: Milestone; readonly name: string }[] = [
  { id: 1, name: "The first rank" },
  { id: 10, name: "Top 10" },
  { id: 50, name: "Top 50" },
  { id: 100, name: "Top 100" },
];

export function ratingDropOptions(chosen: string): readonly Option[] {
  return stepOptions(["0.05", "0.1", "0.2", "0.5"], chosen);
}

export function rankChangeOptions(chosen: string): readonly Option[] {
  return stepOptions(["3", "5", "10", "50"], chosen);
}

/** Returns the steps that can be chosen, with one that a program has set. */
function stepOptions(steps: readonly string[], chosen: string): readonly Option[] {
  const ids = chosen === "" || steps.includes(chosen) ? steps : [...steps, chosen];
  return [{ id: "", name: "Any" }, ...ids.map((id) => ({ id, name: id }))];
}
