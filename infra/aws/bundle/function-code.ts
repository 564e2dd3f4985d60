import { join } from "node:path";

import { Code } from "aws-cdk-lib/aws-lambda";

import { bundleName } from "./bundle-name.ts";

/** The entry is a path from the repository's root. */
export type FunctionCode = (entry: string) => Code;

export function bundledCode(outDir: string): FunctionCode {
  return (entry) => Code.fromAsset(join(outDir, bundleName(entry)));
}

/** Returns a placeholder. The local host and tests read the entry from the function's metadata. */
export const withoutCode: FunctionCode = (entry) => Code.fromInline(`// ${entry}`);
