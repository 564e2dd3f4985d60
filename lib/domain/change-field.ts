import * as z from "zod";

import { listingChangeFields } from "./listing-field.ts";

/** What changes of an app in one storefront: no language has it. */
export const offerChangeFields = ["price", "availability"] as const;

/** Everything whose changes are reported. */
export const changeFields = [...listingChangeFields, ...offerChangeFields] as const;
export const changeFieldSchema = () => z.enum(changeFields);
export type ChangeField = (typeof changeFields)[number];
