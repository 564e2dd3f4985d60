import axe from "axe-core";
import type { Page } from "playwright-core";

const WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Returns what violates WCAG 2.2 A or AA in the page as it is now, besides these rules: the rule and the elements. */
export async function violationsOf(page: Page, besides: readonly string[] = []): Promise<readonly string[]> {
  // A page keeps it until it is loaded again.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly: { type: "tag", values: WCAG_TAGS },
    rules: Object.fromEntries(besides.map((rule) => [rule, { enabled: false }])),
    // What conforms would be described element by element, too.
    resultTypes: ["violations"],
  };
  const { violations }: Pick<axe.AxeResults, "violations"> = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}
