import { factNames } from "../facts/fact-names.ts";
import type { Change } from "./change.ts";

export type Field = Change["field_changed"];

/** Changes that were found together are shown in the order of these fields. */
export const fieldNames: Readonly<Record<Field, string>> = {
  title: "Title",
  subtitle: "Subtitle",
  short_description: "Short description",
  promotional_text: "Promotional text",
  description: "Description",
  whats_new: "What’s new",
  screenshots: "Screenshots",
  icon_url: "Icon",
  video_url: "Video",
  locale_added: "Language added",
  locale_removed: "Language removed",
  price: "Price",
  availability: "Availability",
  ...factNames,
};

export const changeFields = Object.keys(fieldNames) as readonly Field[];
