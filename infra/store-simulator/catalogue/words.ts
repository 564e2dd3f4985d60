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

/** Names of in-app purchases, with characters that markup escapes. Different purchases may have the same name. */
export const purchaseNames: readonly [string, ...string[]] = [
  "Pro",
  "Pro & Family",
  "Remove Ads",
  "Coins <small>",
  "100 Coins",
  'The "Gold" Pack',
  "Monthly",
  "Yearly",
  "プレミアム",
  "Don't wait",
];

/** Types of privacy with their titles in English, as the App Store names them. */
export const privacyTypes = {
  DATA_USED_TO_TRACK_YOU: "Data Used to Track You",
  DATA_LINKED_TO_YOU: "Data Linked to You",
  DATA_NOT_LINKED_TO_YOU: "Data Not Linked to You",
};
export type PrivacyType = keyof typeof privacyTypes;

/** Categories of data with their titles in English, as the App Store names them. */
export const privacyCategories = {
  CONTACT_INFO: "Contact Info",
  HEALTH_AND_FITNESS: "Health & Fitness",
  FINANCIAL_INFO: "Financial Info",
  LOCATION: "Location",
  CONTACTS: "Contacts",
  USER_CONTENT: "User Content",
  SEARCH_HISTORY: "Search History",
  IDENTIFIERS: "Identifiers",
  PURCHASES: "Purchases",
  USAGE_DATA: "Usage Data",
  DIAGNOSTICS: "Diagnostics",
};

/** Features that an app can support, by the name of their symbol. */
export const accessibilityFeatures = {
  voiceover: "VoiceOver",
  "captions.bubble": "Captions",
  "textformat.size": "Larger Text",
  "circle.lefthalf.filled": "Dark Interface",
};

function words(text: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = text.split(" ");
  return [first, ...rest];
}
