import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { type Repository, type RunGh, setUpRepository } from "../../infra/delivery/set-up-repository.ts";

const root = join(import.meta.dirname, "..", "..");
const PREFIX = "repo:octo@1/shelfwatch@2";
const repository: Repository = {
  name: "octo/shelfwatch",
  stages: {
    dev: { account: "111111111111", region: "eu-central-1" },
    prod: { account: "222222222222", region: "us-east-1" },
  },
  reviewer: "ada",
};

type Policy = { readonly id: number; readonly name: string };

/** GitHub with one repository, which keeps what it is sent. */
function createGitHub(options: { readonly isDefault?: boolean; readonly branches?: readonly Policy[] } = {}) {
  const { isDefault = true, branches = [] } = options;
  const changes: string[] = [];
  const responses: Readonly<Record<string, object>> = {
    "users/ada": { id: 7, login: "ada" },
    "repos/octo/shelfwatch/actions/oidc/customization/sub": {
      use_default: isDefault,
      use_immutable_subject: true,
      sub_claim_prefix: PREFIX,
    },
  };
  const gh: RunGh = (args, input) => {
    const [, verb = "", method = "", path = ""] = args;
    const isRead = verb !== "--method" && verb !== "set";
    if (isRead) return JSON.stringify(responses[args.at(-1) ?? ""] ?? { branch_policies: branches });
    const change = verb === "set" ? args.slice(1).join(" ") : `${method} ${path}`;
    changes.push([change, JSON.stringify(input)].join(" ").trim());
    return "";
  };
  return { gh, changes };
}

const toBranches = '"deployment_branch_policy":{"protected_branches":false,"custom_branch_policies":true}';
const path = "repos/octo/shelfwatch/environments";

describe("setting up a repository for the workflows", () => {
  it("makes an environment for each stage, for main alone, prod's with a reviewer, and the variables of the workflows", () => {
    const { gh, changes } = createGitHub();

    setUpRepository(repository, gh);

    expect(changes).toEqual([
      `PUT ${path}/dev {${toBranches}}`,
      `POST ${path}/dev/deployment-branch-policies {"name":"main","type":"branch"}`,
      `PUT ${path}/prod {${toBranches},"reviewers":[{"type":"User","id":7}]}`,
      `POST ${path}/prod/deployment-branch-policies {"name":"main","type":"branch"}`,
      "set DEV_ACCOUNT --repo octo/shelfwatch --body 111111111111",
      "set DEV_REGION --repo octo/shelfwatch --body eu-central-1",
      "set PROD_ACCOUNT --repo octo/shelfwatch --body 222222222222",
      "set PROD_REGION --repo octo/shelfwatch --body us-east-1",
    ]);
  });

  it("takes the rules of other branches away, and leaves that of main", () => {
    const { gh, changes } = createGitHub({
      branches: [
        { id: 1, name: "release/*" },
        { id: 2, name: "main" },
      ],
    });

    setUpRepository(repository, gh);

    expect(changes.filter((change) => change.includes("deployment-branch-policies"))).toEqual([
      `DELETE ${path}/dev/deployment-branch-policies/1`,
      `DELETE ${path}/prod/deployment-branch-policies/1`,
    ]);
  });

  it("returns the commands that make the roles, with the subject that GitHub shows", () => {
    expect(setUpRepository(repository, createGitHub().gh)).toEqual([
      "aws cloudformation deploy --region eu-central-1 --stack-name shelfwatch-dev-delivery " +
        "--template-file infra/delivery/roles.yaml --capabilities CAPABILITY_NAMED_IAM " +
        `--parameter-overrides Stage=dev SubjectPrefix='${PREFIX}' Provider=create`,
      "aws cloudformation deploy --region us-east-1 --stack-name shelfwatch-prod-delivery " +
        "--template-file infra/delivery/roles.yaml --capabilities CAPABILITY_NAMED_IAM " +
        `--parameter-overrides Stage=prod SubjectPrefix='${PREFIX}' Provider=create`,
    ]);
  });

  it("has both stages of one account use one provider", () => {
    const { dev } = repository.stages;
    const stages = { dev, prod: { ...dev, region: "us-east-1" } };

    expect(setUpRepository({ ...repository, stages }, createGitHub().gh)[1]).toContain("Provider=existing");
  });

  it("rejects a repository whose tokens have subjects of another form", () => {
    expect(() => setUpRepository(repository, createGitHub({ isDefault: false }).gh)).toThrow(
      "octo/shelfwatch has a template of its own for the subjects of its tokens",
    );
  });
});

describe("npm run delivery", () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ["infra/delivery/run-set-up.ts", ...args], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: "/nowhere" },
    });

  it("says in a sentence what is missing, and that there is no gh", () => {
    const all = [
      "--repository=o/n",
      "--dev=111111111111/eu-central-1",
      "--prod=111111111111/us-east-1",
      "--reviewer=ada",
    ];

    expect(run("--repository", "o/n", "--reviewer=a").stderr).toBe(
      "--dev is <account>/<region>. Run npm run delivery -- --help for the options.\n",
    );
    expect(run(...all).stderr).toMatch(/^GitHub's command line gh could not be run \(.*\)\.\n$/);
    expect(run("--help").stdout).toContain("--reviewer <login>");
  });
});
