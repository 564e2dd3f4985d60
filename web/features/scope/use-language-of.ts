import type { Data } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";

type Country = Pick<Data<"listCountries">[number], "code" | "ios_languages" | "android_languages">;

/** A country stands for its storefront and for the first language of it. */
export function firstLanguage(countries: readonly Country[], code: string): string | undefined {
  const country = countries.find((one) => one.code === code);
  return country?.ios_languages?.[0] ?? country?.android_languages?.[0];
}

/** Returns the first language of a country. Until it is known, what depends on it is not read. */
export function useLanguageOf(code: string): { readonly language: string | undefined; readonly isWaiting: boolean } {
  const isChosen = code !== "";
  const { data, error } = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY, enabled: isChosen });
  return {
    language: isChosen ? firstLanguage(data?.data ?? [], code) : undefined,
    isWaiting: isChosen && data === undefined && error === null,
  };
}
