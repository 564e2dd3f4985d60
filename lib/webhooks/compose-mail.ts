import type { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import { encodeWord } from "nodemailer/lib/mime-funcs";

import type { SentMail } from "./sent-mail.ts";

const SENDER_NAME = "Shelfwatch";

/** RFC 2047, section 2, allows 75 characters, including the names of the character set and the encoding. */
const WORD_MAX = 52;

/** Returns the mail as it is sent: plain text, without attachments and markup. */
export function composeMail({ from, to, subject, text, messageId, date, headers }: SentMail["mail"]): Readable {
  const composer = new MailComposer({
    from: { name: SENDER_NAME, address: from },
    to,
    text: textOfMail(text),
    messageId,
    date: new Date(date * 1_000),
    // RFC 3834, section 5: no machine responds to it.
    headers: { ...headers, "Auto-Submitted": "auto-generated", Subject: encodedSubject(subjectLine(subject)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().createReadStream();
}

/** A subject is one line. Between words, only a plain space survives encodings and mail programs. */
function subjectLine(subject: string): string {
  return subject
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** The library does not encode words that look encoded already, so mailboxes would decode them. */
function encodedSubject(subject: string) {
  if (!subject.includes("=?")) return subject;
  return { prepared: true, foldLines: true, value: encodeWord(subject, "B", WORD_MAX) };
}

/** Lines end with LF, the last one too, as SMTP requires. NUL is not allowed (RFC 5322, section 3.5). */
function textOfMail(text: string): string {
  const lines = text.toWellFormed().replaceAll("\0", "\uFFFD").replace(/\r\n?/g, "\n");
  return lines.endsWith("\n") ? lines : `${lines}\n`;
}
