export const webhookFormats = ["standard", "slack", "discord", "ntfy", "telegram", "email"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** The formats of chats. Their messages are not signed: the address is the secret. */
export type ChatFormat = Exclude<WebhookFormat, "standard" | "email">;

type Address = {
  /** Undefined if anyone can run such a service. */
  readonly hosts?: readonly string[];
  /** Its group `secret` is the part that nobody else may know. */
  readonly path: RegExp;
  readonly required?: Readonly<Record<string, RegExp>>;
  readonly optional?: Readonly<Record<string, RegExp>>;
  readonly form: string;
};

/** A chat of Telegram: an id of at most 52 bits, or the name of a public channel. */
const chatId = /^(?:-?[1-9][0-9]{0,14}|@[A-Za-z][A-Za-z0-9_]{3,31})$/;

/** Addresses as the services show them, and what their documentation allows in a query. */
const addresses: Readonly<Record<ChatFormat, Address>> = {
  slack: {
    hosts: ["hooks.slack.com"],
    path: /^\/services\/[A-Za-z0-9]+\/[A-Za-z0-9]+\/(?<secret>[A-Za-z0-9]+)$/,
    form: "https://hooks.slack.com/services/…",
  },
  discord: {
    hosts: ["discord.com", "discordapp.com"],
    path: /^\/api(?:\/v[0-9]{1,2})?\/webhooks\/[0-9]{1,20}\/(?<secret>[A-Za-z0-9_-]+)$/,
    optional: { thread_id: /^[0-9]{1,20}$/ },
    form: "https://discord.com/api/webhooks/…",
  },
  ntfy: {
    path: /^\/(?<secret>[A-Za-z0-9_-]{1,64})$/,
    optional: { auth: /^[A-Za-z0-9_-]{1,1000}$/ },
    form: "https://<host>/<topic>",
  },
  telegram: {
    hosts: ["api.telegram.org"],
    path: /^\/bot(?<secret>[0-9]{1,20}:[A-Za-z0-9_-]+)\/sendMessage$/,
    required: { chat_id: chatId },
    form: "https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>",
  },
};

/** Returns why an address that `faultOfUrl` accepts is not one of the format, or undefined. */
export function faultOfFormatUrl(format: WebhookFormat, text: string): string | undefined {
  if (format === "standard") return undefined;
  if (format === "email") return "Mail goes to the address of the account, so url is left out.";
  const address = addresses[format];
  const url = URL.parse(text);
  const isOne =
    url !== null &&
    url.protocol === "https:" &&
    (address.hosts === undefined || address.hosts.includes(url.host)) &&
    address.path.test(url.pathname) &&
    isQueryOf(address, url.searchParams);
  return isOne ? undefined : `The url field must have the form ${address.form} for the format ${format}.`;
}

function isQueryOf({ required = {}, optional = {} }: Address, query: URLSearchParams): boolean {
  const allowed = { ...required, ...optional };
  const isEachOnce = new Set(query.keys()).size === query.size;
  const isEachKnown = [...query].every(([name, value]) => Object.hasOwn(allowed, name) && allowed[name]?.test(value));
  return isEachOnce && isEachKnown && Object.keys(required).every((name) => query.has(name));
}

/** Four characters would be too large a part of a shorter secret. */
const MASKED_LENGTH_MIN = 12;
const SHOWN_CHARACTERS = 4;

/** Returns what responses show of an address: its host and, by which users know it again, the end of its secret. */
export function maskedUrl(format: WebhookFormat, text: string): string {
  if (format === "standard" || format === "email") return text;
  const url = URL.parse(text);
  if (url === null) return "…";
  const secret = addresses[format].path.exec(url.pathname)?.groups?.secret ?? "";
  const shown = secret.length < MASKED_LENGTH_MIN ? "" : `/${secret.slice(-SHOWN_CHARACTERS)}`;
  return `https://${url.host}/…${shown}${shownQueryOf(format, url.searchParams)}`;
}

/** One bot writes to several chats, whose ids are no secrets. */
function shownQueryOf(format: ChatFormat, query: URLSearchParams): string {
  const chat = query.get("chat_id") ?? "";
  return format === "telegram" && chatId.test(chat) ? `?chat_id=${chat}` : "";
}
