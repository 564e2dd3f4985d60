import type { Option } from "../../components/fields/select-field.tsx";
import type { Webhook } from "./webhook.ts";

export type WebhookFormat = Webhook["format"];

type Format = {
  readonly name: string;
  /** Explains where the user finds the address. Null if the format needs none. */
  readonly address: { readonly hint: string; readonly placeholder: string } | null;
};

export const webhookFormats: Readonly<Record<WebhookFormat, Format>> = {
  standard: {
    name: "A program, signed",
    address: {
      hint: "It begins with https. Events are sent to it as signed requests.",
      placeholder: "https://receiver.example/shelfwatch",
    },
  },
  slack: {
    name: "Slack",
    address: {
      hint: "An app in your workspace shows it among its incoming webhooks.",
      placeholder: "https://hooks.slack.com/services/…",
    },
  },
  discord: {
    name: "Discord",
    address: {
      hint: "The integrations of a channel show it. With ?thread_id=… it is that of a thread.",
      placeholder: "https://discord.com/api/webhooks/…",
    },
  },
  ntfy: {
    name: "ntfy",
    address: {
      hint: "A topic on ntfy.sh or on a server of yours. Choose a name that nobody guesses.",
      placeholder: "https://ntfy.sh/topic",
    },
  },
  email: { name: "Mail", address: null },
  telegram: {
    name: "Telegram",
    address: {
      hint: "@BotFather gives you the token of a bot. The chat is a number, or @name of a public channel.",
      placeholder: "https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>",
    },
  },
};

const formats = ["standard", "slack", "discord", "ntfy", "telegram", "email"] as const;

/** Returns the formats that the service offers. A `meta` element of the page says whether it sends mail. */
export function formatOptions(): readonly Option<WebhookFormat>[] {
  const sendsMail = document.querySelector('meta[name="email"]') !== null;
  return formats.filter((id) => id !== "email" || sendsMail).map((id) => ({ id, name: webhookFormats[id].name }));
}

/** Returns whether people read the messages. They are not signed, and the address of a chat is never shown again. */
export function isChat({ format }: Pick<Webhook, "format">): boolean {
  return format !== "standard";
}

/** Returns the formats by effort: first those without an address, then those for people, then those for programs. */
export function byEffort(options: readonly Option<WebhookFormat>[]): readonly Option<WebhookFormat>[] {
  return options.toSorted((a, b) => effort(a.id) - effort(b.id));
}

function effort(format: WebhookFormat): number {
  if (webhookFormats[format].address === null) return 0;
  return isChat({ format }) ? 1 : 2;
}
