import library from "app-store-scraper";

import { InvalidRequestError } from "../../http/store-errors.ts";

/** Storefronts that the library does not know. It would silently search the United States instead. */
const numbersMissing: Readonly<Record<string, number>> = {
  af: 143610, al: 143575, ba: 143612, cd: 143613, ci: 143527, cm: 143574, do: 143508, ga: 143614, ge: 143615,
  iq: 143617, kh: 143579, kz: 143517, la: 143587, ly: 143567, ma: 143620, md: 143523, me: 143619, mm: 143570,
  mr: 143590, mv: 143488, mw: 143589, mz: 143593, nr: 143606, rs: 143500, rw: 143621, to: 143608, vu: 143609,
  xk: 143624, zm: 143622, zw: 143605,
}; // biome-ignore format: a table

/** Returns Apple's number of a storefront. A country without one is the caller's mistake. */
export function storefrontNumber(country: string): number {
  const number = library.markets[country.toUpperCase()] ?? numbersMissing[country];
  if (number === undefined) throw new InvalidRequestError(422, "country: the App Store has no such storefront");
  return number;
}
