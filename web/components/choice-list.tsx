import { lazyComponent } from "./lazy-component.tsx";

/** It is loaded with the popover that contains it. */
export const ChoiceList = lazyComponent(async () => (await import("./choice-popover.tsx")).ChoiceList);
