import { readFileSync } from "node:fs";

type Rule = {
  readonly id: string;
  readonly sentence: string;
  /** The npm script whose tests hold it. */
  readonly script: string;
};

/** Returns the rules of docs/rules.md, in its order. */
export function readRules(): readonly Rule[] {
  const document = readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf8");
  const rules = [...document.matchAll(/^- ([A-Z]+-\d+) (.+?)(?: \((test[:\w]*)\))?$/gm)].map(
    ([, id = "", sentence = "", script = "test"]) => ({ id, sentence, script }),
  );
  const repeated = rules.filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) !== index);
  if (repeated.length > 0) throw new Error(`docs/rules.md repeats ${repeated.map(({ id }) => id).join(", ")}.`);
  return rules;
}

/** Returns the ids in the brackets of a title: both of `[AREA-1 AREA-2] rejects …`. */
export function ruleIdsIn(title: string): readonly string[] {
  const brackets = title.match(/\[[A-Z]+-\d+(?: [A-Z]+-\d+)*\]/g) ?? [];
  return brackets.flatMap((bracket) => bracket.slice(1, -1).split(" "));
}
