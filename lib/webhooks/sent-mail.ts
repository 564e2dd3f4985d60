import * as z from "zod";

import { lazy } from "../runtime/lazy.ts";
import type { SentResult } from "./sent-request.ts";

/** Characters of a subject and of a text. */
export const SUBJECT_MAX = 250;
export const MAIL_TEXT_MAX = 100_000;
const HEADER_MAX = 900;
const MESSAGE_ID_MAX = 200;

const messageId = /^<[!-~]+@[!-~]+>$/;
/** Only `List-` headers are allowed. Any other header could add recipients or name another sender. */
const listHeader = /^List-[A-Za-z-]{1,40}$/;
const printable = /^[ -~]*$/;

/** The dispatcher and the sender both check it. The sender keeps neither the credentials nor the mail. */
export const sentMailSchema = lazy(() =>
  z.object({
    smtp: z.object({
      host: z.string().min(1),
      port: z.int().min(1).max(65_535),
      username: z.string().min(1),
      password: z.string().min(1),
      /** The server's certificate as PEM, if no authority has signed it, as in the local stage. */
      certificate: z.string().optional(),
    }),
    mail: z.object({
      from: z.email(),
      to: z.email(),
      subject: z.string().max(SUBJECT_MAX),
      text: z.string().max(MAIL_TEXT_MAX),
      /** Each attempt has the same one, so that a mailbox can recognise a repeated mail. */
      messageId: z.string().max(MESSAGE_ID_MAX).regex(messageId),
      /** Seconds since 1970. */
      date: z.number().min(0),
      headers: z.record(z.string().regex(listHeader), z.string().max(HEADER_MAX).regex(printable)),
    }),
  }),
);
export type SentMail = Readonly<z.infer<ReturnType<typeof sentMailSchema>>>;

/** The status of its result is the reply code of SMTP: 250 when the server has accepted the mail. */
export type SendMail = (mail: SentMail["mail"]) => Promise<SentResult>;
