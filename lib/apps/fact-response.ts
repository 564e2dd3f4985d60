import * as z from "zod";

import type { FactRow } from "../../db/queries/facts/facts.ts";
import { type FactKey, factKeySchema } from "../domain/fact.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const named = () => z.object({ id: z.string(), name: z.string() });
const titled = () => z.object({ id: z.string(), title: z.string() });

const shared = () => ({
  id: z.int(),
  country_code: z.string().nullable().meta({
    description: "Storefront of the value. Null for a fact that does not depend on the storefront.",
  }),
  valid_from: timestamp().meta({ description: "Time when this value was first read." }),
  valid_until: timestamp()
    .nullable()
    .meta({ description: "Time when another value was read. Null for the last value." }),
  is_first: z.boolean().meta({
    description: "True for the first value that was read. It may be older than `valid_from`.",
  }),
  has_other_values: z.boolean().meta({ description: "True if the history has other values of this fact." }),
  read_on: z.iso
    .date()
    .nullable()
    .meta({
      description:
        "Day (UTC) of the last read. Null for an earlier value, and for a value from another storefront than the " +
        "one that was read last.",
    }),
});

function fact<Key extends FactKey, Value extends z.ZodType>(key: Key, value: Value) {
  return z.object({ key: z.literal(key), value, ...shared() });
}

/** docs/facts.md says where each value comes from. */
export const factResponse = lazy(() =>
  z
    .discriminatedUnion("key", [
      fact("name", z.string()),
      fact("publisher", named()),
      fact("category", named()),
      fact("categories", z.array(named())),
      fact("content_rating", z.object({ code: z.string(), text: z.string().nullable() })),
      fact("minimum_os", z.string()),
      fact("size_bytes", z.int()),
      fact("languages", z.array(z.string())),
      fact("supported_devices", z.array(z.string())),
      fact(
        "in_app_purchases",
        z
          .union([
            z.object({ items: z.array(z.object({ name: z.string(), price: z.string().nullable() })) }),
            z.object({ range: z.string() }),
          ])
          .nullable(),
      ),
      fact("ads", z.boolean()),
      fact("privacy", z.array(titled().extend({ categories: z.array(titled()) }))),
      fact("accessibility", z.array(titled()).nullable()),
      fact("developer", z.object({ address: z.string().nullable(), website: z.string().nullable() }).nullable()),
      fact("privacy_policy", z.string().nullable()),
      fact("feature_graphic", z.string().nullable()),
    ])
    .meta({ id: "Fact", description: "A fact that the store shows of an app. A null value means that it shows none." }),
);

export function presentFact(fact: FactRow): z.input<ReturnType<typeof factResponse>> {
  // The compiler does not know that a value is of its key's type, which the schema of the response checks.
  return fact as z.input<ReturnType<typeof factResponse>>;
}

export const factsMeta = lazy(() =>
  z.object({
    not_read: z.array(factKeySchema()).meta({
      description: "Requested facts without a value. The store may not show them, or they were not read yet.",
    }),
  }),
);
