import { createContext, useContext } from "react";

import type { Data } from "../../client/operation-types.ts";

export type AppFrameValue = {
  readonly platform: "ios" | "android";
  readonly externalId: string;
  /** The parameters of every operation below the app. */
  readonly params: { readonly platform: "ios" | "android"; readonly external_id: string };
  /** The detail of the app, which the frame has read. */
  readonly app: Data<"showApp">;
  /** Returns the address of a tab of this app: `href("ratings")`. */
  readonly href: (tab: string, search?: string) => string;
};

export const AppFrameContext = createContext<AppFrameValue | undefined>(undefined);

/** Returns the app of the frame around a tab. */
export function useAppFrame(): AppFrameValue {
  const value = useContext(AppFrameContext);
  if (value === undefined) throw new TypeError("A tab of an app must be rendered inside the app's frame.");
  return value;
}
