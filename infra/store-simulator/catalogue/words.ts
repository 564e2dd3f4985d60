export const nameStarts = words(
  "Lum Brin Tor Quil Mar Fen Sol Vel Kor Nim Ori Pell Zan Wren Hal Dov Ember Ash Clo Rin Tam Yar Bel Cas Fro Gil Jun",
);

export const nameEnds = words(
  "ora dle rin ly va nix stra too ko bus pad mio zen lark fold wick ello anta ique ova ster nook by ton vio dex " +
    "ami une",
);

/** Patterns of publisher names, with every character that has broken an id built from a name. */
export const publisherPatterns: readonly [string, ...string[]] = [
  "{a} Labs",
  "{a} {b}",
  "{a} Studio",
  "{a} & {b}",
  "{a}, Inc.",
  "{a} + {b}",
  "{a}/{b} Interactive",
  "O'{a} Software",
  "{a} GmbH & Co. KG",
  "{a} Apps",
  "The {a} Company, LLC",
  "{a} S.A.",
  "株式会社{a}",
  "ООО «{a}»",
  "{a} Yazılım A.Ş.",
  "شركة {a}",
  "{a}#1 Soft",
  "100% {a}",
  "{a}? {b}!",
  "{a} (c/o {b})",
  "{a} Éditions",
  "{a}++ Works",
  "{a}\\{b}",
];

function words(text: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = text.split(" ");
  return [first, ...rest];
}
