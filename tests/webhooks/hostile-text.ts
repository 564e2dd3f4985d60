const PIECES_MAX = 12;
const LONG = 10_000;

const pieces: readonly [string, ...string[]] = [
  "@everyone",
  ...["@here", "<!channel>", "<!here|x>", "<!subteam^S1>", "<@U123>", "<#C1|x>", "<@&7>", "@ann", "a@b.example"],
  ...["<t:1:R>", "</a:1>", "<:a:1>", ":smile:", "#tag", "$USD", "/start@bot", "tg://user?id=1", "{{.Title}}"],
  ...["*b*", "**b**", "_i_", "~s~", "||p||", "`c`", "```\n", "> q", "\n> q", "\n# h", "\n-# s", "\n- l", "\n1. l"],
  ...["[a](https://a.example)", "https://a.example/?a=1&b=2", "www.a.example", "<https://a.example|b>", "mailto:a"],
  ...["<b>", "</b>", "<a href='x'>", '<a href="x">', "&", "&amp;", "&lt;!channel&gt;", "&#60;", "&#x3c;", "<", ">"],
  ...['"', "'", "\\", "\\*", "\\\\_", "|", "(", ")", "[", "]", "%s", "\u0000", "\u0007", "\u001b[31m", "\u0085"],
  ...["\ud800", "\udc00", "\ufffe", "\uffff", "\u{1FFFF}", "\u202e", "\u2066", "\u2069", "\u200f", "שלום"],
  ...["\r\n", "\r", "\n\n\n\n", "\t", "\u2028", "\u2029", "\u200b", "\u2060", "\u3164", "\ufeff", "  ", " ", ""],
  ...["👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "👍🏽", "\u{1F600}", "e\u0301", "株式会社", "ไทย"],
  ...["مرحبا", "١٢٣", "App", "4.0.2", "→", "…", "a"],
];

/** Returns a text that a store might show: mentions, markup, what turns text around, 10,000 characters. */
export function hostileText(random: () => number): string {
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  const short = Array.from({ length: 1 + below(PIECES_MAX) }, () => oneOf(pieces)).join("");
  if (below(10) > 0) return short;
  const unit = below(2) === 0 ? oneOf(pieces) : short;
  return unit.repeat(Math.ceil(LONG / Math.max(1, unit.length)));
}
