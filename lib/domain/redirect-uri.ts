import * as z from "zod";

/** Addresses to which a client has its users return, with a code in the query. */

export const REDIRECT_URI_MAX = 500;

/** Schemes of desktop assistants without the period that RFC 8252 (7.1) asks for. */
const knownSchemes = new Set(["claude:", "cursor:", "vscode:", "vscode-insiders:", "warp:", "windsurf:", "zed:"]);
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/** Letters of an address. Browsers take a backslash for a slash, which other programs do not. */
const printable = /^[!-[\]-~]+$/;
/** A program on the user's machine: its host, and what follows the port. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/;
/** A name of the internet, whose last part is no number. */
const siteName = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/** Returns why no code may be sent to an address, as the end of a sentence, or undefined. */
export function faultOfRedirectUri(text: string): string | undefined {
  if (text.length > REDIRECT_URI_MAX) return `is longer than ${REDIRECT_URI_MAX} characters`;
  const url = printable.test(text) ? URL.parse(text) : null;
  if (url === null) return "is not a URL";
  if (text.includes("#")) return "has a fragment";
  if (url.username !== "" || url.password !== "") return "contains a user or a password";
  return faultOfPlace(text, url);
}

function faultOfPlace(text: string, { protocol, hostname }: URL): string | undefined {
  if (protocol === "https:") return siteName.test(hostname) ? undefined : "does not name a host of the internet";
  if (protocol === "http:") return loopback.test(text) ? undefined : "uses http for another machine";
  return knownSchemes.has(protocol) || privateScheme.test(protocol) ? undefined : "has a scheme that is not allowed";
}

/** Returns whether a client has registered an address. A program on the user's machine may use any port (RFC 8252). */
export function isRegistered(redirectUri: string, registered: readonly string[]): boolean {
  if (faultOfRedirectUri(redirectUri) !== undefined) return false;
  if (registered.includes(redirectUri)) return true;
  const wanted = withoutPort(redirectUri);
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

function withoutPort(text: string): string | undefined {
  const [, host, rest] = loopback.exec(text) ?? [];
  return host === undefined ? undefined : `${host}${rest || "/"}`;
}

/** A `site` is on the internet, a `computer` is the user's own, and a `program` opens the links of a scheme. */
const placeKinds = ["site", "computer", "program"] as const;

/** `name` is a host, or the scheme of a program. */
export const redirectPlaceSchema = () => z.object({ kind: z.enum(placeKinds), name: z.string() });
export type RedirectPlace = Readonly<z.infer<ReturnType<typeof redirectPlaceSchema>>>;

/** Returns what a user recognises of an address. */
export function placeOf(redirectUri: string): RedirectPlace {
  const { protocol, hostname } = new URL(redirectUri);
  if (protocol === "https:") return { kind: "site", name: hostname };
  if (protocol === "http:") return { kind: "computer", name: hostname };
  return { kind: "program", name: protocol.slice(0, -1) };
}

/** Returns the address that takes the user back to the client. What the client has registered stays as it is. */
export function responseAddress(redirectUri: string, parameters: Readonly<Record<string, string | null>>): string {
  const sent = Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  const query = new URLSearchParams(Object.fromEntries(sent));
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}`;
}
