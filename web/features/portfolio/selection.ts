import { useState } from "react";

import type { PortfolioApp } from "./portfolio-app.ts";

export type Selection = {
  readonly apps: readonly PortfolioApp[];
  readonly isSelected: (id: number) => boolean;
  readonly select: (apps: readonly PortfolioApp[], isSelected: boolean) => void;
  readonly clear: () => void;
};

/** Returns the chosen apps, which stay chosen while another page is shown. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, PortfolioApp>>(new Map());
  return {
    apps: [...chosen.values()],
    isSelected: (id) => chosen.has(id),
    select: (apps, isSelected) =>
      setChosen((before) => {
        const next = new Map(before);
        for (const app of apps) {
          if (isSelected) next.set(app.id, app);
          else next.delete(app.id);
        }
        return next;
      }),
    clear: () => setChosen(new Map()),
  };
}
