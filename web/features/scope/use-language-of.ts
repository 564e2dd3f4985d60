import type { Data } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import type { Platform } from "../../format/app-path.ts";

type Country = Pick<Data<"listCountries">[number], "code" | "ios_languages" | "android_languages">;

/** A country stands for its storefront and its first language. For both stores together, this is the App Store's. */
export function firstLanguage(countries: readonly Country[], code: string, platform?: Platform): string | undefined {
  const country = countries.find((one) => one.code === code);
  const [ios, android] = [country?.ios_languages?.[0], country?.android_languages?.[0]];
  if (platform !== undefined) return platform === "ios" ? ios : android;
  return ios ?? android;
}

type CountryLanguage = { readonly language: string | undefined; readonly isWaiting: boolean };

/** Returns the first language of a country in a store. Until it is known, what depends on it is not read. */
export function useLanguageOf(code: string, platform?: Platform): CountryLanguage {
  const isChosen = code !== "";
  const { data, error } = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY, enabled: isChosen });
  return {
    language: isChosen ? firstLanguage(data?.data ?? [], code, platform) : undefined,
    isWaiting: isChosen && data === undefined && error === null,
  };
}
