import { useState } from "react";

import { SegmentField } from "../components/fields/segment-field.tsx";
import { saveTheme, storedTheme, type Theme } from "./theme.ts";

const options = [
  { id: "system", name: "Auto" },
  { id: "light", name: "Light" },
  { id: "dark", name: "Dark" },
] as const;

export function ThemeField() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    saveTheme(next);
  };
  return <SegmentField label="Colours" isLabelHidden value={theme} onChange={choose} options={options} />;
}
