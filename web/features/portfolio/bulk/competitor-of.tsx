import { ChoiceList } from "../../../components/choice-list.tsx";
import { storeNames } from "../../../format/app-path.ts";
import { useTrackedApps } from "../../tracking/use-tracked-apps.ts";
import type { PortfolioApp } from "../portfolio-app.ts";

/** Chooses the tracked app whose competitors the selected apps become. */
export function CompetitorOf({ onChoose }: { readonly onChoose: (owner: PortfolioApp) => void }) {
  const apps = useTrackedApps();
  return (
    <ChoiceList
      label="Tracked apps"
      options={apps.map(({ id, platform, name }) => ({ id: String(id), name: `${name} (${storeNames[platform]})` }))}
      selected={[]}
      onSelect={([chosen]) => {
        const owner = apps.find(({ id }) => String(id) === chosen);
        if (owner !== undefined) onChoose(owner);
      }}
    />
  );
}
