/** A page that also names the files of the screen at its addresses, so that a browser loads all of them together. */
export type PageVariant = {
  /** A regular expression for the path of the address. */
  readonly path: string;
  /** The modules that the screen loads by `import()` before its largest part is shown. */
  readonly modules: readonly string[];
};

/** The screens that are opened most. */
export const pageVariants: readonly PageVariant[] = [
  {
    path: "^/dashboard/?$",
    modules: ["web/screens/today/today-screen.tsx", "web/features/texts/word-diff.tsx"],
  },
  {
    path: "^/dashboard/apps/[^/]+/[^/]+/?$",
    modules: ["web/screens/app/app-frame.tsx"],
  },
  {
    path: "^/dashboard/apps/[^/]+/[^/]+/listing/?$",
    modules: ["web/screens/app/app-frame.tsx", "web/screens/app/listing/listing-tab.tsx"],
  },
];
