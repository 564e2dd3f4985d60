import type { Data } from "../../../../client/operation-types.ts";
import { useRead } from "../../../../client/use-read.ts";
import { useAppFrame } from "../../use-app-frame.ts";

export type Rival = Data<"listAppCompetitors">[number]["app"];

/** Returns the competitors in the store of the app, or undefined until they are read. */
export function useRivals(): readonly Rival[] | undefined {
  const { params, platform } = useAppFrame();
  const { data } = useRead("listAppCompetitors", { params });
  return data?.data.flatMap(({ app }) => (app.platform === platform ? [app] : []));
}

/** Returns the chosen ones of the rivals, since the service rejects any other. */
export function chosenRivals(rivals: readonly Rival[] | undefined, chosen: readonly string[]): readonly Rival[] {
  return (rivals ?? []).filter(({ id }) => chosen.includes(String(id)));
}
