/** TLS begins with the first byte there. With any other port, STARTTLS must come before everything else. */
export const IMPLICIT_TLS_PORT = 465;
/** Ports of a deployed stage. Lambda blocks 25. */
export const SMTP_PORTS: readonly number[] = [IMPLICIT_TLS_PORT, 587];

/** The name of the machine of a local stage, for which a certificate can be made. */
export const LOCAL_HOST = "localhost";

/** The event of the log that an alarm counts. */
export const MAIL_FAILED = "mail.failed";

/** The dispatcher reads the login so often while it sends mails. */
export const LOGIN_MINUTES = 5;

/** RFC 4954, section 6: the credentials are wrong, so they have probably been replaced. */
export const LOGIN_REJECTED = 535;

/** Replies with which a server rejects whatever mail it is: it closes, or does not let the service log in. */
const SERVER_FAILURES: readonly number[] = [421, 454, 530, 534, LOGIN_REJECTED, 538];

/** Returns false for the reply to a mail that was rejected because of its recipient or its text. */
export function isFailureOfServer(status: number): boolean {
  return SERVER_FAILURES.includes(status);
}
