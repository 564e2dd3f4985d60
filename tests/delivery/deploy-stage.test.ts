import { describe, expect, it } from "vitest";

import { type DeploymentTools, deployStage } from "../../infra/aws/deploy-stage.ts";
import type { Findings } from "../../infra/aws/preflight.ts";
import { dev, prod } from "../../infra/aws/stages.ts";

const later: Findings = { faults: [], notices: [], isFirst: false, triggers: ["arn:of:errors"] };
const first: Findings = { ...later, isFirst: true, triggers: [] };

/** A deployment whose parts note what they do, in the order in which they do it. */
function createTools(options: {
  readonly findings?: Findings;
  readonly responses?: readonly boolean[];
  readonly isTerminal?: boolean;
  readonly codes?: Readonly<Record<string, number>>;
  readonly unconfirmed?: readonly string[];
}) {
  const { findings = later, responses = [], isTerminal = true, codes = {}, unconfirmed = [] } = options;
  const done: string[] = [];
  const left = [...responses];
  const tools: DeploymentTools = {
    readFindings: async () => findings,
    findUnconfirmed: async () => unconfirmed,
    runCdk: async (args) => {
      const what = args.includes("--monitoring-time-minutes") ? "deploy endpoints" : args.slice(0, 2).join(" ");
      done.push(what);
      return codes[what] ?? 0;
    },
    confirm: isTerminal
      ? async (question) => {
          done.push(question);
          return left.shift() ?? false;
        }
      : undefined,
    visitWhile: async ({ signal }) => {
      done.push("visits begin");
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      done.push("visits end");
    },
    say: (sentence) => void done.push(sentence),
  };
  return { tools, done };
}

const never = ["--require-approval", "never"];
const QUESTION = "Deploy these changes to stage prod?";

describe("a deployment", () => {
  it("shows the changes, is confirmed by one question, and visits the API while its endpoints are watched", async () => {
    const { tools, done } = createTools({ responses: [true] });

    expect(await deployStage(prod, [], tools)).toBe(0);
    expect(done.filter((one) => !one.startsWith("First") && !one.startsWith("Now") && !one.startsWith("Last"))).toEqual(
      [
        "diff --method",
        QUESTION,
        "deploy shelfwatch-prod-data",
        "visits begin",
        "deploy endpoints",
        "visits end",
        "deploy shelfwatch-prod-api",
      ],
    );
  });

  it("asks nothing where its changes were approved before", async () => {
    const { tools, done } = createTools({ isTerminal: false });

    expect(await deployStage(prod, never, tools)).toBe(0);
    expect(done.filter((one) => one.endsWith("?") || one.startsWith("diff"))).toEqual([]);
  });

  it("does not begin where the operator says no", async () => {
    const { tools, done } = createTools({ responses: [false] });

    expect(await deployStage(prod, [], tools)).toBe(1);
    expect(done).toEqual(["diff --method", QUESTION, "Nothing was deployed."]);
  });

  it("is not begun where nobody can confirm it", async () => {
    const { tools, done } = createTools({ isTerminal: false });

    expect(await deployStage(prod, [], tools)).toBe(1);
    expect(done).toEqual([expect.stringMatching(/^Nobody can confirm .* give --require-approval never/)]);
  });

  it("is not begun where the account lacks something, and says all that it lacks", async () => {
    const { tools, done } = createTools({ findings: { ...first, notices: ["Notice."], faults: ["One.", "Two."] } });

    expect(await deployStage(prod, [], tools)).toBe(1);
    expect(done).toEqual(["Notice.", "One.", "Two."]);
  });

  it("that is the first of a stage asks whether to make all of it", async () => {
    const { tools, done } = createTools({ findings: first, responses: [true] });

    expect(await deployStage(dev, [], tools)).toBe(0);
    expect(done).toEqual(["Nothing of stage dev is there yet. Make all of it?", "deploy --all"]);
  });

  it("ends with the step that fails, and visits no longer", async () => {
    const { tools, done } = createTools({ codes: { "deploy endpoints": 1 } });

    expect(await deployStage(prod, never, tools)).toBe(1);
    expect(done.slice(-3)).toEqual(["visits begin", "deploy endpoints", "visits end"]);
  });

  it("ends by naming who gets no alarms yet", async () => {
    const { tools, done } = createTools({ unconfirmed: ["ada@example.com gets no alarms yet."] });

    expect(await deployStage(prod, never, tools)).toBe(0);
    expect(done.at(-1)).toBe("ada@example.com gets no alarms yet.");
  });
});
