import type { Page } from "playwright-core";

export type WalkedScreen = {
  /** The path of its line in `routes`, or of a tab that in `appTabs`. */
  readonly route: string;
  readonly path: string;
  readonly title: string;
  /** Resolves when the screen shows its content. */
  readonly isFull: (page: Page) => Promise<unknown>;
  /** The address of the read that its states are made of. */
  readonly read: RegExp;
  readonly empty?: EmptyScreen;
};

/** How an empty state is made, and what the screen then says. */
export type EmptyScreen = {
  readonly text: string;
  /** The read to empty, where it is another one. */
  readonly read?: RegExp;
  /** The body of the read, if it is no page. */
  readonly body?: object;
  /** What replaces a part of the real response's data. */
  readonly patch?: object;
  /** A problem of the read, which the screen shows as emptiness. */
  readonly problem?: { readonly status: number; readonly type: string };
};

/** The apps that the screens are walked with. */
export type WalkedApps = {
  readonly tracked: {
    readonly path: string;
    readonly platform: string;
    readonly externalId: string;
    readonly name: string;
    readonly publisher: { readonly externalId: string; readonly name: string };
  };
  readonly competitor: { readonly externalId: string; readonly name: string };
};

/** Returns what waits until a text is shown. */
export const showsText = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** Returns what waits until a heading is shown. */
export const showsHeading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).waitFor();

/** Returns what waits until a table is shown. */
export const showsTable = (name: string) => (page: Page) => page.getByRole("table", { name }).waitFor();
