import type { ChatFormat } from "../../domain/webhook-format.ts";
import type { SentRequest } from "../sent-request.ts";
import type { ChatMessage } from "./chat-message.ts";
import { discordBody, discordUrl } from "./discord.ts";
import { ntfyBody, ntfyUrl } from "./ntfy.ts";
import { slackBody } from "./slack.ts";
import { telegramBody, telegramUrl } from "./telegram.ts";

type Addressed = {
  /** An address in which `faultOfFormatUrl` finds no fault. */
  readonly url: string;
  readonly message: ChatMessage;
};

/** Returns the POST request that shows a message in a chat. It is not signed, since no chat verifies it. */
export function chatRequest(format: ChatFormat, { url, message }: Addressed): SentRequest {
  return {
    url: chatUrl(format, url),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(bodyOf(format, { url, message })),
  };
}

/** Returns the address of the request for a chat. It does not depend on the body, which may be an older one. */
export function chatUrl(format: ChatFormat, address: string): string {
  switch (format) {
    case "slack":
      return address;
    case "discord":
      return discordUrl(address);
    case "ntfy":
      return ntfyUrl(address);
    case "telegram":
      return telegramUrl(address);
  }
}

function bodyOf(format: ChatFormat, { url, message }: Addressed): object {
  switch (format) {
    case "slack":
      return slackBody(message);
    case "discord":
      return discordBody(message);
    case "ntfy":
      return ntfyBody(url, message);
    case "telegram":
      return telegramBody(url, message);
  }
}
