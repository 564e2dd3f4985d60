import * as z from "zod";

import { lazy } from "../../runtime/lazy.ts";
import { type ChatMessage, LINK_LABEL, textOf, utcTime } from "./chat-message.ts";
import { cutText } from "./cut-text.ts";

/** In UTF-16 units. Mail programs show less of a subject. */
const SUBJECT_MAX = 200;
/** UTF-16 units of all parts together, so that the text fits into the stored payload in any script. */
const TEXT_MAX = 5_000;

/** The texts that the list of deliveries shows. */
export const mailTextsSchema = lazy(() => z.object({ subject: z.string(), text: z.string() }));
export type MailTexts = Readonly<z.infer<ReturnType<typeof mailTextsSchema>>>;

/** Returns a mail of plain text, so that texts of stores cannot be markup. */
export function mailTexts({ heading, parts, rest, at, link }: ChatMessage): MailTexts {
  const partMax = Math.floor(TEXT_MAX / Math.max(1, parts.length));
  const texts = parts.map((part) => cutText(textOf(part), (cut) => cut.length <= partMax));
  const ending = [...(rest === null ? [] : [rest]), utcTime(at), ...(link === null ? [] : [`${LINK_LABEL}: ${link}`])];
  return {
    subject: cutText(heading, (cut) => cut.length <= SUBJECT_MAX),
    text: [heading, ...texts, ending.join("\n")].join("\n\n"),
  };
}
