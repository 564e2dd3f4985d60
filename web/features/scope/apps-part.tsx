import { useLocation } from "wouter";

import { ChoiceButton } from "../../components/choice-button.tsx";
import { ChoiceList } from "../../components/choice-list.tsx";
import { appPath, storeNames } from "../../format/app-path.ts";
import { dashboardHref } from "../../format/dashboard-path.ts";
import { withScope } from "../../format/scoped-path.ts";
import { useTrackedApps } from "../tracking/use-tracked-apps.ts";
import { type Side, sides } from "./scope.ts";
import styles from "./scope-bar.module.css";
import { type AppPath, tabFor } from "./scope-parts.ts";
import { useShownApp } from "./shown-app.ts";
import { useScope } from "./use-scope.ts";

const sideNames: Readonly<Record<Side, string>> = { apps: "My apps", competitors: "Competitors", all: "All" };

type AppsPartProps = {
  readonly path: string;
  readonly app: AppPath | undefined;
  readonly hasSides: boolean;
};

/** The group of apps of a feed, the app of its screen, and on every screen the way to another app. */
export function AppsPart({ path, app, hasSides }: AppsPartProps) {
  const shown = useShownApp();
  const [{ whose }] = useScope();
  const side = sides.find((one) => path === `/changes/${one}`) ?? whose;
  const value = app !== undefined ? (shown ?? "This app") : hasSides ? sideNames[side] : "Choose an app";
  return (
    <ChoiceButton label={app === undefined ? "Apps" : "App"} value={value}>
      {(close) => <Apps path={path} app={app} side={hasSides ? side : undefined} close={close} />}
    </ChoiceButton>
  );
}

type AppsProps = Pick<AppsPartProps, "path" | "app"> & {
  readonly side: Side | undefined;
  readonly close: () => void;
};

function Apps({ path, app, side, close }: AppsProps) {
  const [, navigate] = useLocation();
  const [, set] = useScope();
  const apps = useTrackedApps();
  const options = [
    ...(side === undefined ? [] : sides.map((id) => ({ id: `side ${id}`, name: sideNames[id] }))),
    ...apps.map(({ platform, external_id: id, name }) => ({
      id: `${platform} ${id}`,
      name: `${name} (${storeNames[platform]})`,
      ...(side === undefined ? {} : { group: "One app" }),
    })),
  ];
  if (options.length === 0) return <p className={styles.hint}>You do not track any apps yet.</p>;
  const choose = (id: string) => {
    close();
    const [kind = "", name = ""] = id.split(" ");
    const chosen = sides.find((one) => kind === "side" && one === name);
    if (chosen !== undefined && path.startsWith("/changes/"))
      navigate(dashboardHref(withScope(`/changes/${chosen}?whose=${chosen}`, window.location.search)));
    else if (chosen !== undefined) set({ whose: chosen });
    else if (kind === "ios" || kind === "android")
      navigate(dashboardHref(withScope(`${appPath(kind, name)}${tabFor(path)}`, window.location.search)));
  };
  return (
    <ChoiceList
      label="Apps"
      options={options}
      selected={app !== undefined ? [`${app.platform} ${app.externalId}`] : side === undefined ? [] : [`side ${side}`]}
      onSelect={([id]) => {
        if (id !== undefined) choose(id);
      }}
    />
  );
}
