export type PastedApp = {
  readonly text: string;
  readonly platform: "ios" | "android";
  readonly externalId: string;
  /** The term to search the store for if the service does not know the app; undefined if the entry has none. */
  readonly term: string | undefined;
  readonly country: string | undefined;
};

export type Pasted = {
  readonly apps: readonly PastedApp[];
  readonly unreadable: readonly string[];
  readonly leftOut: number;
};

export const PASTED_MAX = 100;

export function parsePasted(text: string): Pasted {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== "");
  const apps = new Map<string, PastedApp>();
  const unreadable = new Set<string>();
  for (const entry of entries) {
    const app = parseEntry(entry);
    if (app === undefined) unreadable.add(entry);
    else if (!apps.has(keyOf(app))) apps.set(keyOf(app), app);
  }
  const all = [...apps.values()];
  return {
    apps: all.slice(0, PASTED_MAX),
    unreadable: [...unreadable].slice(0, PASTED_MAX),
    leftOut: Math.max(0, all.length - PASTED_MAX),
  };
}

const keyOf = ({ platform, externalId }: PastedApp) => `${platform} ${externalId}`;

function parseEntry(text: string): PastedApp | undefined {
  const address = /^(?:https?:\/\/)?((?:apps|itunes)\.apple\.com|play\.google\.com)\//i.exec(text);
  if (address === null) return parseId(text);
  const url = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(url)) return undefined;
  return url.toLowerCase().includes("apple.com/") ? parseApple(text, new URL(url)) : parsePlay(text, new URL(url));
}

/** Returns the app of apps.apple.com/de/app/some-name/id123. The name and the country may be missing. */
function parseApple(text: string, { pathname }: URL): PastedApp | undefined {
  const parts = pathname.split("/").filter((part) => part !== "");
  const externalId = parts.map((part) => /^id(\d{5,15})$/.exec(part)?.[1]).find((id) => id !== undefined);
  if (externalId === undefined) return undefined;
  const slug = parts[parts.indexOf(`id${externalId}`) - 1];
  const country = parts[0] !== undefined && /^[a-z]{2}$/i.test(parts[0]) ? parts[0].toLowerCase() : undefined;
  const isName = slug !== undefined && slug !== "app" && slug.toLowerCase() !== country;
  return { text, platform: "ios", externalId, term: isName ? wordsOf(slug) : undefined, country };
}

/** Returns the app of play.google.com/store/apps/details?id=com.example.app&gl=de. */
function parsePlay(text: string, { searchParams }: URL): PastedApp | undefined {
  const app = parseId(searchParams.get("id") ?? "");
  const country = /^[a-z]{2}$/i.exec(searchParams.get("gl") ?? "")?.[0]?.toLowerCase();
  return app?.platform === "android" ? { ...app, text, country } : undefined;
}

function parseId(text: string): PastedApp | undefined {
  const digits = /^(?:id)?(\d{5,15})$/i.exec(text)?.[1];
  if (digits !== undefined) return { text, platform: "ios", externalId: digits, term: undefined, country: undefined };
  if (text.length > 150 || !/^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(text)) return undefined;
  return { text, platform: "android", externalId: text, term: packageWords(text), country: undefined };
}

const TERM_LENGTH_MIN = 2;

function wordsOf(slug: string): string | undefined {
  const words = decode(slug).replaceAll("-", " ").trim();
  return words.length < TERM_LENGTH_MIN ? undefined : words;
}

/** Returns the brand and often the product in a package name: "example weather" for com.example.weather. */
function packageWords(id: string): string | undefined {
  const generic = new Set(["com", "org", "net", "io", "co", "app", "apps", "android", "mobile", "de", "uk"]);
  const words = id.split(/[._]/).filter((part) => !generic.has(part.toLowerCase()));
  const term = words
    .map((word) => word.replace(/\d+$/, ""))
    .join(" ")
    .trim();
  return term.length < TERM_LENGTH_MIN ? undefined : term;
}

function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
