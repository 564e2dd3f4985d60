import type { Data } from "../../../../client/operation-types.ts";
import { useRead } from "../../../../client/use-read.ts";
import { useAppFrame } from "../../use-app-frame.ts";

export type Rival = Data<"listAppCompetitors">[number]["app"];

/** Returns the competitors in the store of the app, which are undefined until they are read, and their request. */
export function useRivals() {
  const { params, platform } = useAppFrame();
  const read = useRead("listAppCompetitors", { params });
  const rivals: readonly Rival[] | undefined = read.data?.data.flatMap(({ app }) =>
    app.platform === platform ? [app] : [],
  );
  return { rivals, read };
}

/** Returns the chosen ones of the rivals, since the service rejects any other. */
export function chosenRivals(rivals: readonly Rival[] | undefined, chosen: readonly string[]): readonly Rival[] {
  return (rivals ?? []).filter(({ id }) => chosen.includes(String(id)));
}
