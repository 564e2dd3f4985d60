import { escapedHtml } from "../domain/escaped-html.ts";

type LinkPage = {
  readonly heading: string;
  readonly text: string;
  /** The label of the button that does it. Without one, there is nothing to do. */
  readonly button?: string;
};

/** Programs that check mails open their links, so opening one changes nothing: only the button, a POST, does. */
export function linkPage({ heading, text, button }: LinkPage) {
  const form = button === undefined ? "" : `<form method="post"><button>${escapedHtml(button)}</button></form>`;
  return {
    contentType: "text/html; charset=utf-8",
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta http-equiv="content-security-policy" content="default-src 'none'; form-action 'self'; base-uri 'none'">
<meta name="color-scheme" content="light dark">
<title>${escapedHtml(heading)} · Shelfwatch</title>
</head>
<body>
<main>
<h1>${escapedHtml(heading)}</h1>
<p>${escapedHtml(text)}</p>
${form}
</main>
</body>
</html>
`,
  };
}
