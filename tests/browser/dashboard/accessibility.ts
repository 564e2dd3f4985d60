import axe from "axe-core";
import type { Page } from "playwright-core";

const WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

type Rules = {
  /** The rules to apply. Default: all of WCAG 2.2 A and AA. */
  readonly rules?: readonly string[] | undefined;
  /** Rules to leave out. */
  readonly besides?: readonly string[];
};

/** Returns what violates WCAG in the page once its transitions have ended: the rule and the elements. */
export async function violationsOf(page: Page, { rules, besides = [] }: Rules = {}): Promise<readonly string[]> {
  await settle(page);
  // A page keeps it until it is loaded again.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    runOnly: rules === undefined ? { type: "tag", values: WCAG_TAGS } : { type: "rule", values: [...rules] },
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

/** Waits for plots, which are drawn in the frame after the one in which their width is known, and for transitions. */
async function settle(page: Page): Promise<void> {
  await page.evaluate("new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled)))");
  // The animation of a skeleton never finishes.
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished),
  ).then(() => {})`);
}
