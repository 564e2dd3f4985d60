import { useState } from "react";
import { useShownApp } from "../scope/shown-app.ts";
import { useLanguageOf } from "../scope/use-language-of.ts";
import { useCompetitorGroups } from "../tracking/use-competitors.ts";
import { useTrackedApps } from "../tracking/use-tracked-apps.ts";
import { useViews } from "../views/use-views.ts";
import { AlertForm } from "./alert-form.tsx";
import { alertOfScreen, type KnownOfScreen, readScreen } from "./alert-of-screen.ts";

type AlertProps = { readonly onClose: () => void };

/** Offers an alert of the address at which it is opened. */
export function AlertOfAddress(props: AlertProps) {
  const [{ isOfChanges }] = useState(() => readScreen(window.location));
  return isOfChanges ? <AlertOfChanges {...props} /> : <AlertOfScreen {...props} />;
}

/** A screen of changes has read the apps and the competitors that it offers. */
function AlertOfChanges(props: AlertProps) {
  const [{ rivalsOf }] = useState(() => readScreen(window.location));
  const groups = useCompetitorGroups();
  const apps = [...useTrackedApps(), ...groups.flatMap(({ competitors }) => competitors.map(({ app }) => app))];
  const group = groups.find(({ parent }) => String(parent.id) === rivalsOf);
  return <AlertOfScreen {...props} apps={apps} rivalIds={group?.competitors.map(({ app }) => app.id)} />;
}

type AlertOfScreenProps = AlertProps & Partial<Pick<KnownOfScreen, "apps" | "rivalIds">>;

function AlertOfScreen({ onClose, apps = [], rivalIds }: AlertOfScreenProps) {
  const [{ app, country }] = useState(() => readScreen(window.location));
  const { language, isWaiting } = useLanguageOf(country, app?.platform);
  const known = { views: useViews(), appName: useShownApp(), language, apps, rivalIds };
  if (isWaiting) return <p role="status">Loading…</p>;
  return <AlertForm alert={alertOfScreen(window.location, known)} onClose={onClose} />;
}
