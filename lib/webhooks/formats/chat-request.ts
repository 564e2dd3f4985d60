import type { ChatFormat } from "../../domain/webhook-format.ts";
import type { SentRequest } from "../sent-request.ts";
import type { ChatMessage } from "./chat-message.ts";
import { discordRequest } from "./discord.ts";
import { ntfyRequest } from "./ntfy.ts";
import { slackBody } from "./slack.ts";
import { telegramRequest } from "./telegram.ts";

type Addressed = {
  /** An address in which `faultOfFormatUrl` finds no fault. */
  readonly url: string;
  readonly message: ChatMessage;
};

/** Returns the POST request that shows a message in a chat. It is not signed, since no chat verifies it. */
export function chatRequest(format: ChatFormat, addressed: Addressed): SentRequest {
  const { url, body } = requestOf(format, addressed);
  return { url, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

function requestOf(format: ChatFormat, { url, message }: Addressed) {
  switch (format) {
    case "slack":
      return { url, body: slackBody(message) };
    case "discord":
      return discordRequest(url, message);
    case "ntfy":
      return ntfyRequest(url, message);
    case "telegram":
      return telegramRequest(url, message);
  }
}
