import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { nonEmpty } from "../support/non-empty.ts";
import { type DeliveryRole, ISSUER, PREFIX, resolveFor, rolesOf, stages, template } from "./delivery-roles.ts";

const root = join(import.meta.dirname, "..", "..");

const subjectsOf = (role: DeliveryRole) =>
  role.AssumeRolePolicyDocument.Statement[0].Condition.StringEquals[`${ISSUER}:sub`] ?? [];
/** Returns the roles that a token may borrow. */
const borrowedBy = (subject: string) =>
  stages.flatMap((stage) =>
    rolesOf(stage)
      .filter((role) => subjectsOf(role).includes(subject))
      .map(({ RoleName }) => RoleName),
  );

const job = z.object({
  environment: z.string().optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
  steps: z.array(z.object({ with: z.record(z.string(), z.unknown()).optional() })).default([]),
});
const workflow = z.object({ on: z.record(z.string(), z.unknown()), jobs: z.record(z.string(), job) });

/** Returns the roles that a job borrows, for each stage of its matrix, and the subject of its token. */
function borrowedIn({ environment, strategy, steps }: z.infer<typeof job>, context: string) {
  const subject = `${PREFIX}:${environment ? `environment:${environment}` : context}`;
  const roles = steps.flatMap((step) => /:role\/(.+)$/.exec(String(step.with?.["role-to-assume"] ?? ""))?.[1] ?? []);
  const values = strategy?.matrix.stage ?? [""];
  return roles.flatMap((role) =>
    values.map((value) => ({ role: role.replace(`\${{ matrix.stage }}`, value), subject })),
  );
}

describe("the roles of delivery", () => {
  it.each([
    ["a pull request", `${PREFIX}:pull_request`, ["shelfwatch-dev-diff"]],
    [
      "a job of main without an environment",
      `${PREFIX}:ref:refs/heads/main`,
      ["shelfwatch-dev-diff", "shelfwatch-dev-drift", "shelfwatch-prod-diff", "shelfwatch-prod-drift"],
    ],
    ["a job of the environment dev", `${PREFIX}:environment:dev`, ["shelfwatch-dev-deploy"]],
    ["a job of the environment prod", `${PREFIX}:environment:prod`, ["shelfwatch-prod-deploy"]],
    ["a job of another branch", `${PREFIX}:ref:refs/heads/feature`, []],
    ["a branch whose name begins with main", `${PREFIX}:ref:refs/heads/main-2`, []],
    ["another environment", `${PREFIX}:environment:production`, []],
    ["a repository that has taken over the name", "repo:octo@9/shelfwatch@8:environment:prod", []],
  ])("may be assumed by %s, or may not, as its template says", (_name, subject, expected) => {
    expect(borrowedBy(subject).toSorted()).toEqual(expected);
  });

  it("give code of a pull request the templates of dev, and no right on prod", () => {
    const [diff] = rolesOf("dev").filter(({ RoleName }) => RoleName === "shelfwatch-dev-diff");

    expect(diff?.ManagedPolicyArns).toEqual([]);
    expect(diff?.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)).toEqual([
      {
        Sid: "ReadTemplates",
        Effect: "Allow",
        Action: ["cloudformation:DescribeStacks", "cloudformation:GetTemplate"],
        Resource: ["arn:aws:cloudformation:eu-central-1:111111111111:stack/shelfwatch-dev-*/*"],
      },
    ]);
  });

  it.each(stages)("name what they may do in %s exactly", (stage) => {
    const statements = rolesOf(stage).flatMap(({ Policies }) =>
      Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    );
    const broad = statements.filter(({ Effect, Resource }) => Effect === "Allow" && Resource.includes("*"));
    const elsewhere = statements
      .flatMap(({ Resource }) => Resource)
      .filter((arn) => arn !== "*" && !arn.includes("111111111111"));

    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes("*"))).toEqual([]);
    expect(broad.map(({ Action }) => Action)).toEqual([
      [
        "cloudwatch:DescribeAlarms",
        "freetier:GetAccountPlanState",
        "lambda:GetAccountSettings",
        "sns:ListSubscriptions",
      ],
    ]);
    expect(elsewhere).toEqual([]);
    for (const { Sid, Resource } of nonEmpty(statements.filter(({ Action }) => Action.includes("sts:AssumeRole")))) {
      expect(Sid).toBe("BorrowRolesOfTheBootstrap");
      for (const arn of nonEmpty(Resource))
        expect(arn).toMatch(/^arn:aws:iam::111111111111:role\/cdk-hnb659fds-[a-z-]+-role-111111111111-eu-central-1$/);
    }
  });

  it("let who deploys do what the checks before a deployment do", () => {
    const called = {
      "check-plan.ts": "freetier:GetAccountPlanState",
      "check-bootstrap.ts": "ssm:GetParameter",
      "check-quota.ts": "lambda:GetAccountSettings",
      "find-stages.ts": "sqs:ListQueueTags",
      "find-triggers.ts": "cloudwatch:DescribeAlarms",
      "find-unconfirmed.ts": "sns:ListSubscriptions",
      "visit-while.ts": "lambda:InvokeFunction",
    };
    // The preflight itself, which puts them together, sends nothing.
    const calling = globSync("infra/aws/*.ts", { cwd: root, exclude: ["**/preflight.ts"] }).filter((path) =>
      /from "\.\/aws-client\.ts"/.test(readFileSync(join(root, path), "utf8")),
    );
    const [deploy] = rolesOf("prod");
    const allowed = deploy?.Policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );

    expect(calling.map((path) => basename(path)).toSorted()).toEqual(Object.keys(called).toSorted());
    expect(allowed).toEqual(expect.arrayContaining(Object.values(called)));
  });

  it("are those that the workflows borrow, with the subjects that their jobs have", () => {
    const borrowed = globSync(".github/workflows/*.yml", { cwd: root }).flatMap((path) => {
      const { on, jobs } = workflow.parse(parse(readFileSync(join(root, path), "utf8")));
      const context = "pull_request" in on ? "pull_request" : "ref:refs/heads/main";
      return Object.values(jobs).flatMap((one) => borrowedIn(one, context));
    });

    expect(borrowed.map(({ role }) => role).toSorted()).toEqual([
      "shelfwatch-dev-deploy",
      "shelfwatch-dev-diff",
      "shelfwatch-dev-drift",
      "shelfwatch-prod-deploy",
      "shelfwatch-prod-diff",
      "shelfwatch-prod-drift",
    ]);
    for (const { role, subject } of nonEmpty(borrowed)) expect(borrowedBy(subject), subject).toContain(role);
  });

  it("find the provider of the account where another stage has made it", () => {
    const provider = template.Resources.GitHub;

    expect(provider?.Condition).toBe("MakesProvider");
    expect(resolveFor("dev", "create", { "Fn::If": ["MakesProvider", "made", "found"] })).toBe("made");
    expect(resolveFor("prod", "existing", { "Fn::If": ["MakesProvider", "made", "found"] })).toBe("found");
    expect(provider?.Properties).toEqual({ Url: `https://${ISSUER}`, ClientIdList: ["sts.amazonaws.com"] });
  });

  it.each(["repo:octo/*", "repo:*", "repo:octo@1/shelfwatch@2:*", "octo/shelfwatch", "repo:octo/shelf?"])(
    "take no subject that is a pattern, such as %s",
    (prefix) => {
      const { AllowedPattern } = z.object({ AllowedPattern: z.string() }).parse(template.Parameters?.SubjectPrefix);

      expect(new RegExp(AllowedPattern).test(prefix)).toBe(false);
      expect(new RegExp(AllowedPattern).test(PREFIX)).toBe(true);
      expect(new RegExp(AllowedPattern).test("repo:octo/shelfwatch")).toBe(true);
    },
  );
});
