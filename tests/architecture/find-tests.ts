import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseSync } from "@swc/core";

type FoundTest = { readonly title: string; readonly runs: boolean };

/** With these a test, or a group of tests, does not run, or not always. */
const RESERVATIONS = ["skip", "skipIf", "runIf", "todo", "fails"];

type Node = { readonly type: string; readonly [key: string]: unknown };

/** What is wrong with the name of a test, `file below the folder > title`; undefined when such a test runs. */
export function describeMissingTest(folder: string, name: string): string | undefined {
  const [, file = "", title = ""] = /^([\w./-]+\.ts) > (.+)$/.exec(name) ?? [];
  if (file === "") return `"${name}" names no file and title`;
  if (!existsSync(join(folder, file))) return `there is no ${file}`;
  const found = testsByFile(join(folder, file)).filter((test) => test.title === title);
  if (found.length === 0) return `${file} has no test "${title}"`;
  return found.some(({ runs }) => runs) ? undefined : `${file} skips "${title}"`;
}

const known = new Map<string, readonly FoundTest[]>();

function testsByFile(path: string): readonly FoundTest[] {
  const tests = known.get(path) ?? findTests(path);
  known.set(path, tests);
  return tests;
}

/** Every test that a file writes down, by its title as it stands there: `rejects a wrong %s`. */
function findTests(path: string): readonly FoundTest[] {
  const module = parseSync(readFileSync(path, "utf8"), { syntax: "typescript", target: "esnext" });
  return testsIn(module, true);
}

function testsIn(value: unknown, runs: boolean): readonly FoundTest[] {
  if (Array.isArray(value)) return value.flatMap((item) => testsIn(item, runs));
  if (!isNode(value)) return isObject(value) ? testsIn(Object.values(value), runs) : [];

  const called = value.type === "CallExpression" ? calledNames(value.callee) : [];
  const isGroup = called.includes("describe");
  const isTest = called.includes("it");
  const runsBelow = runs && !((isGroup || isTest) && RESERVATIONS.some((name) => called.includes(name)));
  const title = isTest ? titleOf(value) : undefined;
  const own = title === undefined ? [] : [{ title, runs: runsBelow }];
  return [...own, ...testsIn(Object.values(value), runsBelow)];
}

/** `it.each(cases)` has the names it and each. */
function calledNames(callee: unknown): readonly string[] {
  if (!isNode(callee)) return [];
  if (callee.type === "Identifier") return [String(callee.value)];
  if (callee.type === "CallExpression") return calledNames(callee.callee);
  if (callee.type === "MemberExpression") return [...calledNames(callee.object), ...calledNames(callee.property)];
  return [];
}

function titleOf({ arguments: given }: Node): string | undefined {
  const first: unknown = Array.isArray(given) ? given[0]?.expression : undefined;
  return isNode(first) && first.type === "StringLiteral" ? String(first.value) : undefined;
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value.type === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
