type ScreenPlace = {
  readonly name: string;
  readonly href: string;
  /** If true, the screen can show one country. */
  readonly isOfCountry: boolean;
};

export const screenPlaces: readonly ScreenPlace[] = [
  { name: "Today", href: "/", isOfCountry: true },
  { name: "Apps", href: "/apps", isOfCountry: true },
  { name: "Competitors", href: "/competitors", isOfCountry: false },
  { name: "Changes of your apps", href: "/changes/apps", isOfCountry: true },
  { name: "Changes of competitors", href: "/changes/competitors", isOfCountry: true },
  { name: "All changes", href: "/changes/all", isOfCountry: true },
  { name: "Find apps", href: "/find", isOfCountry: true },
  { name: "Find publishers", href: "/find/publishers", isOfCountry: true },
  { name: "Paste a list", href: "/find/paste", isOfCountry: false },
  { name: "Charts", href: "/charts", isOfCountry: true },
  { name: "Publishers", href: "/publishers", isOfCountry: false },
  { name: "Explorer: screenshots", href: "/explorer/screenshots", isOfCountry: false },
  { name: "Explorer: icons", href: "/explorer/icons", isOfCountry: false },
  { name: "Account", href: "/settings", isOfCountry: false },
  { name: "Saved views", href: "/settings/views", isOfCountry: false },
  { name: "Notes", href: "/settings/notes", isOfCountry: false },
  { name: "Tags", href: "/settings/tags", isOfCountry: false },
  { name: "Feeds", href: "/settings/feeds", isOfCountry: false },
  { name: "Webhooks", href: "/settings/webhooks", isOfCountry: false },
  { name: "API tokens", href: "/settings/api-tokens", isOfCountry: false },
  { name: "Assistants", href: "/settings/assistants", isOfCountry: false },
];
