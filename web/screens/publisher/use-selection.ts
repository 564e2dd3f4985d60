import { useState } from "react";
import { changeChoice, type StoreApp, shownApps } from "./selection.ts";

/** Returns which apps are shown, and which of them are chosen by their store ids. */
export function useSelection() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [search, setSearch] = useState("");
  const [isHidingTracked, setIsHidingTracked] = useState(false);
  const choose = (id: string, isChosen: boolean) => setChosen((ids) => changeChoice(ids, id, isChosen));
  const filter = (apps: readonly StoreApp[]) => shownApps(apps, { search, isHidingTracked });
  return { chosen, setChosen, choose, search, setSearch, isHidingTracked, setIsHidingTracked, filter };
}
