import { languageName } from "../../format/locale-names.ts";
import { formatCount, formatMegabytes } from "../../format/numbers.ts";
import type { FactContent } from "./fact.ts";

/** A part of a fact's value as a reader sees it. */
export type FactEntry = {
  /** Identifies a part of a value. It is equal in two values even if the names of the part differ. */
  readonly id: string;
  readonly text: string;
  readonly detail?: string | undefined;
  /** A more exact text, which is shown if two values would otherwise look the same. */
  readonly exact?: string | undefined;
  readonly href?: string | undefined;
};

/** Returns no entries if the store shows that the app has none. */
export function factEntries(fact: FactContent): readonly FactEntry[] {
  switch (fact.key) {
    case "name":
    case "feature_graphic":
      return [fact.value].flatMap(plain);
    case "publisher":
    case "category":
      return [{ id: fact.value.id, text: fact.value.name, exact: `${fact.value.name} (${fact.value.id})` }];
    case "categories":
      return fact.value.map(({ id, name }) => ({ id, text: name }));
    case "content_rating":
      return [{ id: fact.value.code, text: fact.value.code, detail: fact.value.text ?? undefined }];
    case "minimum_os":
      return [{ id: fact.value, text: `${fact.value} or later` }];
    case "size_bytes":
      return [{ id: String(fact.value), text: formatMegabytes(fact.value), exact: `${formatCount(fact.value)} bytes` }];
    case "languages":
      return fact.value.map((code) => ({ id: code, text: languageName(code) }));
    case "supported_devices":
      return fact.value.map((code) => ({ id: code, text: deviceName(code) }));
    case "in_app_purchases":
      return purchases(fact.value);
    case "ads":
      return plain(fact.value ? "Yes" : "No");
    case "privacy":
      return fact.value.map(({ id, title, categories }) => ({
        id: [id, ...categories.map((category) => category.id).toSorted()].join(" "),
        text: title,
        detail: categories.map((category) => category.title).join(", ") || undefined,
      }));
    case "accessibility":
      return (fact.value ?? []).map(({ id, title }) => ({ id, text: title }));
    case "developer":
      return [...plain(fact.value?.address ?? null), ...link(fact.value?.website ?? null)];
    case "privacy_policy":
      return link(fact.value);
  }
}

/** Whether a value is a list, of which entries are added and removed. */
export function isListOfEntries({ value }: FactContent): boolean {
  return Array.isArray(value) || (typeof value === "object" && value !== null && "items" in value);
}

/** Returns a line such as "Pro: $4.99". */
export function entryText({ text, detail }: FactEntry): string {
  return detail === undefined ? text : `${text}: ${detail}`;
}

function purchases(value: Extract<FactContent, { readonly key: "in_app_purchases" }>["value"]): readonly FactEntry[] {
  if (value === null) return [];
  if ("range" in value) return plain(value.range);
  return value.items.map(({ name, price }) => ({
    id: JSON.stringify([name, price]),
    text: name,
    detail: price ?? undefined,
  }));
}

/** The App Store writes a device's name twice, as in "iPhone8-iPhone8". */
function deviceName(code: string): string {
  const [name = code, repeated] = code.split("-");
  return name === repeated ? name : code;
}

function plain(text: string | null): readonly FactEntry[] {
  return text === null ? [] : [{ id: text, text }];
}

function link(address: string | null): readonly FactEntry[] {
  return plain(address).map((entry) => ({ ...entry, href: /^https?:\/\//i.test(entry.text) ? entry.text : undefined }));
}
