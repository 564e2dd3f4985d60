type Listed = {
  readonly origin_country_code: string;
  readonly listings: readonly { readonly locale: string; readonly read_in_country_code: string }[];
};

/** Returns the language of an app in its own storefront, or else any that it has. */
export function mainLocale({ listings, origin_country_code: origin }: Listed): string | undefined {
  return (listings.find(({ read_in_country_code: country }) => country === origin) ?? listings[0])?.locale;
}
