import * as z from "zod";

import { factKeys } from "./fact.ts";
import { listingChangeFields } from "./listing-field.ts";

export const offerChangeFields = ["price", "availability"] as const;

export const changeFields = [...listingChangeFields, ...offerChangeFields, ...factKeys] as const;
export const changeFieldSchema = () => z.enum(changeFields);
export type ChangeField = (typeof changeFields)[number];
