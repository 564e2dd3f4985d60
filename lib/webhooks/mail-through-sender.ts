import type { Log } from "../runtime/log.ts";
import type { SendMail, SentMail } from "./sent-mail.ts";
import type { SentResult } from "./sent-request.ts";

type Smtp = SentMail["smtp"];
type Credentials = Pick<Smtp, "username" | "password">;

type MailDependencies = {
  readonly server: Omit<Smtp, keyof Credentials>;
  /** Throws if they cannot be read, which says nothing of the mail. */
  readonly readCredentials: () => Promise<Credentials>;
  readonly send: (sent: SentMail) => Promise<SentResult>;
  readonly log: Pick<Log, "warn">;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed: () => number;
};

const CREDENTIALS_MS = 300_000;
/** RFC 4954, section 6: the credentials are wrong, so they have probably been replaced. */
const LOGIN_REJECTED = 535;

/** The event of the log that an alarm counts. */
export const MAIL_FAILED = "mail.failed";

/** Replies with which a server rejects whatever mail it is: it closes, or does not let the service log in. */
const SERVER_FAILURES: readonly number[] = [421, 454, 530, 534, LOGIN_REJECTED, 538];

/** Returns a function that has the sender send a mail. Its credentials are read every five minutes. */
export function mailThroughSender({ server, readCredentials, send, log, elapsed }: MailDependencies): SendMail {
  let known: { readonly credentials: Promise<Credentials>; readonly until: number } | undefined;
  return async (mail) => {
    if (known === undefined || elapsed() >= known.until) {
      known = { credentials: readCredentials(), until: elapsed() + CREDENTIALS_MS };
    }
    const used = known;
    const forget = () => {
      if (known === used) known = undefined;
    };
    const credentials = await used.credentials.catch((error: unknown) => {
      forget();
      throw error;
    });
    const result = await send({ smtp: { ...server, ...credentials }, mail });
    if ("status" in result && result.status === LOGIN_REJECTED) forget();
    if (isServersFailure(result)) {
      const reason = "error" in result ? { error: result.error } : { status: result.status };
      log.warn(MAIL_FAILED, { host: server.host, ...reason, durationMs: result.durationMs });
    }
    return result;
  };
}

/** False for a mail that was rejected because of its recipient or its text. */
function isServersFailure(result: SentResult): boolean {
  return "error" in result || SERVER_FAILURES.includes(result.status);
}
