import * as z from "zod";

export type Home = { readonly account: string; readonly region: string };

export type Repository = {
  /** `owner/name` */
  readonly name: string;
  readonly stages: { readonly dev: Home; readonly prod: Home };
  readonly reviewer: string;
};

export type RunGh = (args: readonly string[], input?: object) => string;

const BRANCH = "main";
/** The first version of GitHub's API that shows the prefix of subjects. */
const API_VERSION = ["--header", "X-GitHub-Api-Version: 2026-03-10"];

const subjectSettings = z.object({ use_default: z.boolean(), sub_claim_prefix: z.string().startsWith("repo:") });
const user = z.object({ id: z.int() });
const policies = z.object({ branch_policies: z.array(z.object({ id: z.int(), name: z.string() })) });

/** Returns the commands that create the roles in AWS. It is safe to repeat. */
export function setUpRepository({ name, stages, reviewer }: Repository, gh: RunGh): readonly string[] {
  const prefix = readSubjectPrefix(name, gh);
  const { id } = user.parse(JSON.parse(gh(["api", `users/${reviewer}`])));
  makeEnvironment(`repos/${name}/environments/dev`, {}, gh);
  makeEnvironment(`repos/${name}/environments/prod`, { reviewers: [{ type: "User", id }] }, gh);
  for (const [stage, { account, region }] of Object.entries(stages)) {
    const variables = { [`${stage.toUpperCase()}_ACCOUNT`]: account, [`${stage.toUpperCase()}_REGION`]: region };
    for (const [key, value] of Object.entries(variables)) gh(["variable", "set", key, "--repo", name, "--body", value]);
  }
  const isShared = stages.dev.account === stages.prod.account;
  return [
    rolesOf({ stage: "dev", home: stages.dev, prefix, provider: "create" }),
    rolesOf({ stage: "prod", home: stages.prod, prefix, provider: isShared ? "existing" : "create" }),
  ];
}

/** Repositories created since June 2026 have ids in their subjects, which no other repository can take over. */
function readSubjectPrefix(name: string, gh: RunGh): string {
  const settings = gh(["api", ...API_VERSION, `repos/${name}/actions/oidc/customization/sub`]);
  const { use_default, sub_claim_prefix } = subjectSettings.parse(JSON.parse(settings));
  if (use_default) return sub_claim_prefix;
  throw new Error(`${name} has a template of its own for the subjects of its tokens, and the roles trust the default.`);
}

function makeEnvironment(path: string, rules: object, gh: RunGh): void {
  const toBranches = { deployment_branch_policy: { protected_branches: false, custom_branch_policies: true } };
  gh(["api", "--method", "PUT", path, "--input", "-"], { ...toBranches, ...rules });
  const found = policies.parse(JSON.parse(gh(["api", `${path}/deployment-branch-policies`]))).branch_policies;
  for (const { id } of found.filter((one) => one.name !== BRANCH))
    gh(["api", "--method", "DELETE", `${path}/deployment-branch-policies/${id}`]);
  if (found.some((one) => one.name === BRANCH)) return;
  gh(["api", "--method", "POST", `${path}/deployment-branch-policies`, "--input", "-"], {
    name: BRANCH,
    type: "branch",
  });
}

function rolesOf(given: {
  readonly stage: string;
  readonly home: Home;
  readonly prefix: string;
  readonly provider: "create" | "existing";
}): string {
  const { stage, home, prefix, provider } = given;
  return [
    `aws cloudformation deploy --region ${home.region} --stack-name shelfwatch-${stage}-delivery`,
    "--template-file infra/delivery/roles.yaml --capabilities CAPABILITY_NAMED_IAM",
    `--parameter-overrides Stage=${stage} SubjectPrefix='${prefix}' Provider=${provider}`,
  ].join(" ");
}
