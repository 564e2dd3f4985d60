import { useState } from "react";

import { SegmentField } from "../components/fields/segment-field.tsx";
import { storedTheme, storeTheme, type Theme } from "./theme.ts";

const options = [
  { id: "system", name: "Auto" },
  { id: "light", name: "Light" },
  { id: "dark", name: "Dark" },
] as const;

/** The colours of this browser. */
export function ThemeField() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    storeTheme(next);
  };
  return <SegmentField label="Colours" isLabelHidden value={theme} onChange={choose} options={options} />;
}
