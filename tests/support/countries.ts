import { countries } from "../../db/seeds/countries.ts";

/** Few storefronts, so that a run has few effects; two languages are read in Canada. */
const codes = ["us", "ca", "de", "fr", "jp", "br"];
export const fewCountries = countries.filter(({ code }) => codes.includes(code));
export const everywhere: readonly string[] = fewCountries.map(({ code }) => code);
