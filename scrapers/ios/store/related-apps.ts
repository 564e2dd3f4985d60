import * as z from "zod";

import { RELATED_APPS_MAX, type ScraperRelatedApp } from "../../contracts/facts.ts";

export function readRelatedApps(shelf: unknown, appId: string): ScraperRelatedApp[] | undefined {
  const items = shelfSchema.safeParse(shelf).data?.items ?? [];
  const apps = items
    .flatMap((item) => lockupSchema.safeParse(item).data ?? [])
    .filter(({ app_id }) => app_id !== appId);
  const unique = [...new Map(apps.map((app) => [app.app_id, app])).values()];
  return unique.length === 0 ? undefined : unique.slice(0, RELATED_APPS_MAX);
}

const shelfSchema = z.object({ items: z.array(z.unknown()) });

const lockupSchema = z
  .object({
    $kind: z.literal("Lockup"),
    adamId: z.coerce.string().regex(/^[0-9]{1,19}$/),
    title: z.string().min(1),
    subtitle: z.string().min(1).nullish().catch(undefined),
  })
  .transform(({ adamId, title, subtitle }) => ({ app_id: adamId, name: title, subtitle: subtitle ?? null }));
