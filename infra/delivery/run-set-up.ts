/**
 * `npm run delivery -- --repository owner/name --dev <account>/<region> --prod <account>/<region> --reviewer <login>`
 * prepares a repository on GitHub for the workflows, with GitHub's command line `gh`.
 */
import { spawnSync } from "node:child_process";

import { parseOptions, UsageError } from "../cli/command-line.ts";
import { type Home, setUpRepository } from "./set-up-repository.ts";

const COMMAND = "npm run delivery";
const HELP = `Prepares a repository on GitHub for the workflows, by its command line gh, which must be logged in.

  --repository <owner/name>
  --dev <account>/<region>    where each stage is deployed, as 111111111111/eu-central-1
  --prod <account>/<region>
  --reviewer <login>          who approves deployments of prod

It makes the environments dev and prod for the branch main alone, and sets four variables. Then it prints the commands
that make the roles, to be run with credentials of each account.
`;

const text = { type: "string" } as const;
try {
  const given = parseOptions(COMMAND, process.argv.slice(2), {
    repository: text,
    dev: text,
    prod: text,
    reviewer: text,
    help: { type: "boolean" },
  });
  if (given.help) process.stdout.write(HELP);
  else run(given);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

type Given = { readonly [Option in "repository" | "dev" | "prod" | "reviewer"]?: string };

function run(given: Given): void {
  const name = required("repository", given.repository, /^[\w.-]+\/[\w.-]+$/, "owner/name");
  const reviewer = required("reviewer", given.reviewer, /^[\w-]+$/, "a login of GitHub");
  const stages = { dev: homeOf("dev", given.dev), prod: homeOf("prod", given.prod) };
  const commands = setUpRepository({ name, stages, reviewer }, gh);
  process.stdout.write(
    `${name} has the environments dev and prod, for main alone, and prod waits for ${reviewer}.\n\n` +
      `Now the roles, each with credentials of its account:\n\n${commands.join("\n\n")}\n`,
  );
}

function homeOf(option: string, value: string | undefined): Home {
  const given = required(option, value, /^\d{12}\/[a-z]{2}(-[a-z]+)+-\d$/, "<account>/<region>");
  const [account = "", region = ""] = given.split("/");
  return { account, region };
}

function required(option: string, value: string | undefined, pattern: RegExp, form: string): string {
  if (value !== undefined && pattern.test(value)) return value;
  throw new UsageError(`--${option} is ${form}. Run ${COMMAND} -- --help for the options.`);
}

function gh(args: readonly string[], input?: object): string {
  const { status, stdout, stderr, error } = spawnSync("gh", args, {
    encoding: "utf8",
    timeout: 30_000,
    ...(input ? { input: JSON.stringify(input) } : {}),
  });
  if (error) throw new Error(`GitHub's command line gh could not be run (${error.message}).`);
  if (status !== 0) throw new Error(`gh ${args.join(" ")} failed: ${stderr.trim()}`);
  return stdout;
}
