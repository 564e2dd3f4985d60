export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const KEY = "shelfwatch-theme";

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    // A browser that blocks storage throws here.
    return "system";
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function saveTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that blocks storage throws here.
  }
}
