import type { ComponentType } from "react";
import { parse } from "regexparam";

import { type LazyComponent, lazyComponent, loadFile } from "../components/lazy-component.tsx";
import { LaterWordDiff } from "../features/texts/later-word-diff.ts";
import { DASHBOARD_PATH } from "../format/dashboard-path.ts";
import { LoginScreen } from "../screens/login/login-screen.tsx";
import { publicPaths } from "./public-paths.ts";

type LaterRoute = ScreenRoute & { readonly Screen: LazyComponent<object> };

export type ScreenRoute = {
  /** A path below /dashboard, in the syntax of wouter. */
  readonly path: string;
  readonly Screen: ComponentType;
};

export const publicRoutes: readonly ScreenRoute[] = [
  // A first visit begins here, so it is part of the first file.
  { path: publicPaths.login, Screen: LoginScreen },
  screen(publicPaths.register, async () => (await import("../screens/login/register-screen.tsx")).RegisterScreen),
];

/** A client sends users to it. It has no navigation, since its user is about to return. */
export const authorizeRoute = screen(
  "/authorize",
  async () => (await import("../screens/authorize/authorize-screen.tsx")).AuthorizeScreen,
);

const TODAY = "/";
const APP_TAB = parse("/apps/:platform/:externalId/:tab").pattern;

/** The first match is shown. */
export const routes: readonly LaterRoute[] = [
  screen(TODAY, async () => (await import("../screens/today/today-screen.tsx")).TodayScreen),
  screen("/find", async () => (await import("../screens/find/find-screen.tsx")).FindScreen),
  screen(
    "/find/publishers",
    async () => (await import("../screens/find/find-publishers-screen.tsx")).FindPublishersScreen,
  ),
  screen("/find/paste", async () => (await import("../screens/find/paste-screen.tsx")).PasteScreen),
  screen("/apps", async () => (await import("../screens/apps/apps-screen.tsx")).AppsScreen),
  screen("/competitors", async () => (await import("../screens/competitors/competitors-screen.tsx")).CompetitorsScreen),
  screen("/changes/apps", async () => (await import("../screens/changes/app-changes-screen.tsx")).AppChangesScreen),
  screen(
    "/changes/competitors",
    async () => (await import("../screens/changes/competitor-changes-screen.tsx")).CompetitorChangesScreen,
  ),
  screen("/changes/all", async () => (await import("../screens/changes/all-changes-screen.tsx")).AllChangesScreen),
  screen("/settings", async () => (await import("../screens/settings/account-screen.tsx")).AccountScreen),
  screen(
    "/settings/api-tokens",
    async () => (await import("../screens/settings/api-tokens-screen.tsx")).ApiTokensScreen,
  ),
  screen(
    "/settings/assistants",
    async () => (await import("../screens/settings/assistants/assistants-screen.tsx")).AssistantsScreen,
  ),
  screen("/settings/views", async () => (await import("../screens/settings/views-screen.tsx")).ViewsScreen),
  screen("/settings/notes", async () => (await import("../screens/settings/notes-screen.tsx")).NotesScreen),
  screen("/settings/tags", async () => (await import("../screens/settings/tags-screen.tsx")).TagsScreen),
  screen("/settings/feeds", async () => (await import("../screens/settings/feed-and-webhook-screens.ts")).FeedsScreen),
  screen(
    "/settings/webhooks",
    async () => (await import("../screens/settings/feed-and-webhook-screens.ts")).WebhooksScreen,
  ),
  screen(
    "/settings/webhooks/:webhookId",
    async () => (await import("../screens/settings/feed-and-webhook-screens.ts")).WebhookScreen,
  ),
  screen("/apps/:platform/:externalId/:tab?", async () => (await import("../screens/app/app-frame.tsx")).AppFrame),
  screen("/charts", async () => (await import("../screens/charts/charts-screen.tsx")).ChartsScreen),
  screen("/publishers", async () => (await import("../screens/publishers/publishers-screen.tsx")).PublishersScreen),
  screen(
    "/publishers/:platform/:externalId",
    async () => (await import("../screens/publisher/publisher-screen.tsx")).PublisherScreen,
  ),
  screen(
    "/explorer/screenshots",
    async () => (await import("../screens/explorer/screenshots-screen.tsx")).ScreenshotsScreen,
  ),
  screen("/explorer/icons", async () => (await import("../screens/explorer/icons-screen.tsx")).IconsScreen),
];

/** Loads the code of the screen at an address, if there is one and its code comes in a file of its own. */
export async function loadScreenAt(pathname: string): Promise<void> {
  const path = pathname.slice(DASHBOARD_PATH.length) || "/";
  await Promise.all([
    routes.find((route) => parse(route.path).pattern.test(path))?.Screen.load(),
    loadTab(APP_TAB.exec(path)?.[3]),
    // Most events of Today compare words.
    path === TODAY ? LaterWordDiff.load() : undefined,
  ]);
}

async function loadTab(tab: string | undefined): Promise<void> {
  if (tab === undefined) return;
  const { loadAppTab } = await loadFile(() => import("../screens/app/app-frame.tsx"));
  await loadAppTab(tab);
}

function screen(path: string, load: () => Promise<ComponentType>): LaterRoute {
  return { path, Screen: lazyComponent(load) };
}
