import { randomBytes } from "node:crypto";

import * as z from "zod";

import type { TemplateHost } from "./host/host.ts";

const created = z.object({ email: z.string(), password: z.string() });

export type LocalAccount = z.infer<typeof created>;

/** The operation `create-user` also works where registration is closed. */
export async function createAccount({ invoke }: Pick<TemplateHost, "invoke">, name: string): Promise<LocalAccount> {
  // The address is new at each start, since earlier accounts are kept.
  const email = `${name.toLowerCase()}-${randomBytes(4).toString("hex")}@example.com`;
  const outcome = await invoke("create-user", { name, email });
  if (!outcome.ok) throw new Error(`create-user failed: ${outcome.errorMessage}`);
  return created.parse(JSON.parse(outcome.payload));
}
