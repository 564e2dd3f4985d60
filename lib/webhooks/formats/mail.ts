import * as z from "zod";

import { lazy } from "../../runtime/lazy.ts";
import { type ChatMessage, LINK_LABEL, textOf, utcTime } from "./chat-message.ts";
import { cutText } from "./cut-text.ts";

/** Mailboxes show less of a subject. In UTF-16 units. */
const SUBJECT_MAX = 200;
/** UTF-16 units of all parts together, so that a mail fits into a delivery in any script. */
const TEXT_MAX = 5_000;

/** As the list of deliveries has them. */
export const mailTextsSchema = lazy(() => z.object({ subject: z.string(), text: z.string() }));
export type MailTexts = Readonly<z.infer<ReturnType<typeof mailTextsSchema>>>;

/** Returns a mail of plain text, in which no text of a store is markup. */
export function mailTexts({ heading, parts, rest, at, link }: ChatMessage): MailTexts {
  const partMax = Math.floor(TEXT_MAX / Math.max(1, parts.length));
  const texts = parts.map((part) => cutText(textOf(part), (cut) => cut.length <= partMax));
  const ending = [...(rest === null ? [] : [rest]), utcTime(at), ...(link === null ? [] : [`${LINK_LABEL}: ${link}`])];
  return {
    subject: cutText(heading, (cut) => cut.length <= SUBJECT_MAX),
    text: [heading, ...texts, ending.join("\n")].join("\n\n"),
  };
}
