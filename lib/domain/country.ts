import * as z from "zod";

/** The sentinel under which Android's global metrics are stored. It never leaves the database. */
export const GLOBAL_COUNTRY = "zz";

export const DEFAULT_COUNTRY = "us";

/** A country as every part of the service knows it. Languages are the store's own listing codes, the first is primary. */
export type Country = {
  readonly code: string;
  readonly name: string;
  readonly emoji: string;
  /** Higher is asked first. */
  readonly priority: number;
  /** null where the App Store has no storefront. */
  readonly iosLanguages: readonly string[] | null;
  /** Extra languages that Apple indexes for the storefront. */
  readonly iosCrossLocalizable: readonly string[] | null;
  readonly androidLanguages: readonly string[] | null;
};

export const countryCodeFormat = () => z.string().regex(/^[a-z]{2}$/);
