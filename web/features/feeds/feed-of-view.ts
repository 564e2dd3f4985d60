import { wholeNumber, writeState } from "../../client/codec.ts";
import type { ViewScope } from "../views/view-address.ts";

const SCREENS_OF_CHANGES = ["/changes/apps", "/changes/competitors", "/changes/all"];

/** Returns whether a saved view shows events, which a feed or a webhook can then follow. */
export function showsEvents({ path }: Pick<ViewScope, "path">): boolean {
  return SCREENS_OF_CHANGES.includes(path);
}

/** The address of the feeds names the view that the form begins with. Without one, it is 0. */
export const newFeedState = { view: wholeNumber(0) };

/** Returns the path of the form for a feed of a saved view. */
export function newFeedPath(view: number): string {
  return `/settings/feeds?${writeState(newFeedState, "", { view })}`;
}
