import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Returns what violates WCAG 2.2 A or AA in the page as it is now, besides these rules: the rule and the elements. */
export async function violationsOf(page: Page, besides: readonly string[] = []): Promise<readonly string[]> {
  // Legacy mode needs no second page, which the policy of the first would not allow to be opened.
  const builder = new AxeBuilder({ page })
    // What conforms would be described element by element, too.
    .options({ resultTypes: ["violations"] })
    .withTags(WCAG_TAGS)
    .disableRules([...besides])
    .setLegacyMode(true);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}
