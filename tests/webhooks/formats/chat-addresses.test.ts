import { describe, expect, it } from "vitest";

import { type ChatFormat, faultOfFormatUrl, maskedUrl, webhookFormats } from "../../../lib/domain/webhook-format.ts";

const slack = "https://hooks.slack.com/services/T01ABCDEF/B02GHIJKL/aBcDeFgHiJkLmNoPqRsTuVwX";
const discord = "https://discord.com/api/webhooks/1234567890123456789/aBc-dEf_gHi0123456789";
const ntfy = "https://ntfy.sh/apps-7Hq2mZk9";
const bot = "https://api.telegram.org/bot123456789:AAE-abc_def0123456789/sendMessage";
const telegram = `${bot}?chat_id=-1001234567890`;

const allowed: readonly (readonly [ChatFormat, string])[] = [
  ["slack", slack],
  ["discord", discord],
  ["discord", discord.replace("discord.com", "discordapp.com")],
  ["discord", discord.replace("/api/", "/api/v10/")],
  ["discord", `${discord}?thread_id=1234567890123456789`],
  ["ntfy", ntfy],
  ["ntfy", "https://ntfy.example:8443/t"],
  ["ntfy", `${ntfy}?auth=QmVhcmVyIHRrX2FiYw`],
  ["telegram", telegram],
  ["telegram", `${bot}?chat_id=42`],
  ["telegram", `${bot}?chat_id=@my_channel`],
];

const rejected: readonly (readonly [ChatFormat, string])[] = [
  ["slack", slack.replace("https:", "http:")],
  ["slack", slack.replace("hooks.slack.com", "hooks.slack.com.attacker.example")],
  ["slack", slack.replace("hooks.slack.com", "hooks.slack.com:8443")],
  ["slack", slack.replace("hooks.slack.com", "slack.com")],
  ["slack", slack.replace("/services/", "/workflows/")],
  ["slack", "https://hooks.slack.com/services/T01ABCDEF/B02GHIJKL/"],
  ["slack", `${slack}?channel=general`],
  ["slack", discord],
  ["discord", `${discord}/slack`],
  ["discord", `${discord}?wait=true&thread_name=x`],
  ["discord", `${discord}?thread_id=1&thread_id=2`],
  ["discord", discord.replace("discord.com", "evil-discord.com")],
  ["discord", discord.replace("/api/webhooks/", "/channels/")],
  ["ntfy", "https://ntfy.sh/"],
  ["ntfy", "https://ntfy.sh/one/two"],
  ["ntfy", "https://ntfy.sh/a%20b"],
  ["ntfy", `https://ntfy.sh/${"a".repeat(65)}`],
  ["ntfy", `${ntfy}?title=x`],
  ["ntfy", ntfy.replace("https:", "http:")],
  ["telegram", bot],
  ["telegram", `${bot}?chat_id=`],
  ["telegram", `${bot}?chat_id=1&chat_id=2`],
  ["telegram", `${bot}?chat_id=general`],
  ["telegram", `${bot}?chat_id=9007199254740993`],
  ["telegram", `${telegram}&parse_mode=Markdown`],
  ["telegram", telegram.replace("sendMessage", "sendDocument")],
  ["telegram", telegram.replace("api.telegram.org", "telegram.org")],
  ["telegram", "not an address"],
];

describe("the address of a chat", () => {
  it.each(allowed)("[HOOK-31] is one of %s: %s", (format, url) => {
    expect(faultOfFormatUrl(format, url)).toBeUndefined();
  });

  it.each(rejected)("[HOOK-31] is none of %s: %s", (format, url) => {
    expect(faultOfFormatUrl(format, url)).toMatch(new RegExp(`^The url field must have the form .* ${format}\\.$`));
  });

  it("[HOOK-31] is any one for the standard format", () => {
    expect(faultOfFormatUrl("standard", "https://receiver.example/shelfwatch?x=1")).toBeUndefined();
  });
});

describe("what is shown of the address of a chat", () => {
  it.each([
    ["slack", slack, "https://hooks.slack.com/…/uVwX"],
    ["discord", discord, "https://discord.com/…/6789"],
    ["ntfy", ntfy, "https://ntfy.sh/…/mZk9"],
    ["telegram", telegram, "https://api.telegram.org/…/6789?chat_id=-1001234567890"],
  ] as const)("[HOOK-32] is the host and the end of the secret for %s", (format, url, shown) => {
    expect(maskedUrl(format, url)).toBe(shown);
  });

  it("[HOOK-32] is the host alone if the secret is short, or nothing that the format knows", () => {
    expect(maskedUrl("ntfy", "https://ntfy.sh/apps-secret")).toBe("https://ntfy.sh/…");
    expect(maskedUrl("slack", "https://hooks.slack.com/other/secret-secret")).toBe("https://hooks.slack.com/…");
    expect(maskedUrl("ntfy", "https://user:password@ntfy.sh/a#secret")).toBe("https://ntfy.sh/…");
    expect(maskedUrl("ntfy", "secret")).toBe("…");
  });

  it("[HOOK-32] has no key of a server of ntfy", () => {
    expect(maskedUrl("ntfy", `${ntfy}?auth=QmVhcmVyIHRrX2FiYw`)).toBe("https://ntfy.sh/…/mZk9");
  });

  it("[HOOK-32] is all of an address that is no secret", () => {
    expect(webhookFormats[0]).toBe("standard");
    expect(maskedUrl("standard", "https://receiver.example/a")).toBe("https://receiver.example/a");
  });
});
