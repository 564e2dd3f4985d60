import * as z from "zod";

import { listingChangeFields } from "./listing-field.ts";

export const offerChangeFields = ["price", "availability"] as const;

export const changeFields = [...listingChangeFields, ...offerChangeFields] as const;
export const changeFieldSchema = () => z.enum(changeFields);
export type ChangeField = (typeof changeFields)[number];
