import * as z from "zod";

/** Limits as the services publish them. They count characters, of which UTF-16 has at least as many units. */

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => value.isWellFormed());
const address = (max: number) => z.url({ protocol: /^https?$/ }).max(max);

/** https://docs.slack.dev/reference/block-kit/composition-objects/text-object: 1 to 3,000 characters. */
const plainText = (max: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: text(max), emoji: z.boolean() });
const markup = z.strictObject({ type: z.literal("mrkdwn"), text: text(3_000), verbatim: z.boolean() });

/**
 * https://docs.slack.dev/reference/block-kit/blocks: 50 blocks in a message, a header of 150 characters, a section of
 * 3,000, 10 elements in a context. A text of 40,000:
 * https://api.slack.com/changelog/2018-04-truncating-really-long-messages
 */
export const slackSchema = z.strictObject({
  text: text(40_000),
  mrkdwn: z.literal(false),
  blocks: z
    .array(
      z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("header"), text: plainText(150) }),
        z.strictObject({ type: z.literal("section"), text: plainText(3_000) }),
        z.strictObject({ type: z.literal("context"), elements: z.array(markup).min(1).max(10) }),
      ]),
    )
    .min(1)
    .max(50),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
});

/**
 * https://docs.discord.com/developers/resources/message, "Embed Limits": a title of 256 characters, a description of
 * 4,096, a footer of 2,048, an author's name of 256, and 6,000 in all embeds together.
 * https://docs.discord.com/developers/resources/webhook, "Execute Webhook": 10 embeds.
 */
export const discordSchema = z.strictObject({
  content: z.literal(""),
  embeds: z
    .array(
      z.strictObject({
        author: z.strictObject({ name: text(256) }).optional(),
        title: text(256),
        url: address(2_048).optional(),
        description: text(4_096).optional(),
        footer: z.strictObject({ text: text(2_048) }).optional(),
        timestamp: z.iso.datetime().optional(),
      }),
    )
    .min(1)
    .max(10)
    .refine((embeds) => {
      const texts = embeds.flatMap(({ author, title, description, footer }) => [
        ...[author?.name, title, description, footer?.text],
      ]);
      return texts.reduce((sum, value = "") => sum + value.length, 0) <= 6_000;
    }, "All embeds together have more than 6,000 characters."),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
});

const bytes = (value: string) => Buffer.byteLength(value);

/**
 * https://docs.ntfy.sh/publish, "Publish as JSON", "Picking a topic" and "Limitations": a message of 4,096 bytes, a
 * topic of 64 characters. Of JSON, ntfy reads twice the bytes of a message (server/server.go, transformBodyJSON).
 */
export const ntfySchema = z
  .strictObject({
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
    title: text(4_096),
    message: text(4_096).refine((value) => bytes(value) <= 4_096),
    click: address(2_048).optional(),
  })
  .refine((body) => bytes(JSON.stringify(body)) <= 2 * 4_096, "The body has more bytes than ntfy reads.");

/**
 * https://core.telegram.org/bots/api#sendmessage: a text of 1 to 4,096 characters after its entities are parsed, which
 * a test counts, and a chat that is an id of at most 52 bits or the name of a channel.
 */
export const telegramSchema = z.strictObject({
  chat_id: z.union([z.int(), z.string().regex(/^@\w+$/)]),
  text: z.string().min(1),
  parse_mode: z.literal("HTML"),
  link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
});
