import * as z from "zod";

import type { Country } from "../domain/country.ts";
import { lazy } from "../runtime/lazy.ts";

export const countryResponse = lazy(() =>
  z
    .object({
      code: z.string(),
      name: z.string(),
      emoji: z.string(),
      ios_languages: z.array(z.string()).nullable(),
      android_languages: z.array(z.string()).nullable(),
    })
    .meta({ id: "Country" }),
);

export function presentCountry(country: Omit<Country, "priority" | "iosCrossLocalizable">) {
  return {
    code: country.code,
    name: country.name,
    emoji: country.emoji,
    ios_languages: country.iosLanguages && [...country.iosLanguages],
    android_languages: country.androidLanguages && [...country.androidLanguages],
  } satisfies z.input<ReturnType<typeof countryResponse>>;
}
