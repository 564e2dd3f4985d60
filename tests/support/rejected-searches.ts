/** Queries that no search of a store takes, with the field that is at fault. */
export const rejectedSearches: readonly (readonly [field: string, query: string])[] = [
  ["term", "platform=ios"],
  ["term", "platform=ios&term=a"],
  ["term", "platform=ios&term=%20%20a%20%20"],
  ["term", `platform=ios&term=${"a".repeat(101)}`],
  ["term", "platform=ios&term=a%00b"],
  ["platform", "term=notes"],
  ["platform", "term=notes&platform=windows"],
  ["country_code", "term=notes&platform=ios&country_code=usa"],
  ["country_code", "term=notes&platform=ios&country_code=xx"],
  ["country_code", "term=notes&platform=ios&country_code=ir"],
  ["country_code", "term=notes&platform=ios&country_code=zz"],
  ["country_code", "term=notes&platform=ios&country_code=ZZ"],
  ["country_code", "term=notes&platform=ios&country_code=us&country_code=de"],
  ["country_code", "term=notes&platform=ios&country_code=us,zz"],
];
