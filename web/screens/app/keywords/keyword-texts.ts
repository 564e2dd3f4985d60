import type { Input } from "../../../client/operation-types.ts";
import type { Option } from "../../../components/fields/select-field.tsx";

type Field = NonNullable<NonNullable<Input<"listKeywords">["query"]>["fields"]>[number];

/** Release notes are left out, since they speak of bugs and fixes instead of the app. */
const described = ["title", "subtitle", "short_description", "promotional_text", "description"] as const;

const choices = {
  described: { name: "All except What’s new", fields: described },
  names: { name: "Title and subtitle", fields: ["title", "subtitle"] },
  short: { name: "Short description", fields: ["short_description"] },
  title: { name: "Title", fields: ["title"] },
  subtitle: { name: "Subtitle", fields: ["subtitle"] },
  description: { name: "Description", fields: ["description"] },
  promotional: { name: "Promotional text", fields: ["promotional_text"] },
  news: { name: "What’s new", fields: ["whats_new"] },
  all: { name: "All texts", fields: [...described, "whats_new"] },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly fields: readonly Field[] }>>;

export type KeywordTexts = keyof typeof choices;

export const keywordTexts = [
  "described",
  "names",
  "title",
  "subtitle",
  "short",
  "description",
  "promotional",
  "news",
  "all",
] as const;

export const textOptions: readonly Option<KeywordTexts>[] = keywordTexts.map((id) => ({ id, name: choices[id].name }));

export function fieldsOf(texts: KeywordTexts): readonly Field[] {
  return choices[texts].fields;
}
