import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";

import { useRead } from "../../client/use-read.ts";
import { todayUtc } from "../../format/days.ts";
import { useCompetitorGroups } from "../tracking/use-competitors.ts";
import { useTrackedApps } from "../tracking/use-tracked-apps.ts";
import { useViews } from "../views/use-views.ts";
import { viewPath } from "../views/view-address.ts";
import type { JumpApp } from "./app-places.ts";
import type { JumpWorld } from "./find-places.ts";
import { isFirstRead } from "./is-first-read.ts";

/** Returns what the command menu knows: tracked apps, competitors and countries, which are read when it opens. */
export function useJumpWorld(): { readonly world: JumpWorld; readonly isLoading: boolean } {
  const tracked = useTrackedApps();
  const groups = useCompetitorGroups();
  const countries = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  const views = useViews();
  const client = useQueryClient();
  const isLoading = useSyncExternalStore(
    // A query may be added while another component renders, which must not change this one at once.
    useCallback((onChange) => client.getQueryCache().subscribe(() => queueMicrotask(onChange)), [client]),
    () => client.isFetching({ predicate: isFirstRead }) > 0,
  );
  const known = countries.data?.data;
  const world = useMemo((): JumpWorld => {
    const rivals = new Map(
      groups.map(({ parent, competitors }) => [parent.id, competitors.map((one) => String(one.app.id))] as const),
    );
    const competing = groups.flatMap(({ competitors }) => competitors.map(({ app }) => app));
    const apps = new Map<number, JumpApp>();
    for (const { id, platform, external_id, name } of [...competing, ...tracked])
      apps.set(id, { platform, external_id, name, rivals: rivals.get(id) ?? [] });
    return {
      apps: [...apps.values()],
      countries: known ?? [],
      views: views.map(({ name, scope }) => ({ name, href: viewPath(scope) })),
      today: todayUtc(Date.now()),
    };
  }, [tracked, groups, known, views]);
  return { world, isLoading };
}
