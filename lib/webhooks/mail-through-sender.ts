import { isFailureOfServer, LOGIN_MINUTES, LOGIN_REJECTED, MAIL_FAILED } from "../domain/smtp.ts";
import type { Log } from "../runtime/log.ts";
import type { SendMail, SentMail } from "./sent-mail.ts";
import type { SentResult } from "./sent-request.ts";

type Smtp = SentMail["smtp"];
type Credentials = Pick<Smtp, "username" | "password">;

type MailDependencies = {
  readonly server: Omit<Smtp, keyof Credentials>;
  /** Throws if they cannot be read. This is no failure of the mail. */
  readonly readCredentials: () => Promise<Credentials>;
  readonly send: (sent: SentMail) => Promise<SentResult>;
  readonly log: Pick<Log, "warn">;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
};

const CREDENTIALS_MS = LOGIN_MINUTES * 60_000;

/** Returns a function that calls the sender to send a mail. It reads the credentials every five minutes. */
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
    const { host } = server;
    const { durationMs } = result;
    if ("error" in result) log.warn(MAIL_FAILED, { host, error: result.error, durationMs });
    else if (isFailureOfServer(result.status)) log.warn(MAIL_FAILED, { host, status: result.status, durationMs });
    return result;
  };
}
