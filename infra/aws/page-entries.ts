/** The functions whose bundles hold the files of a page. */
export const pageEntries = {
  showDocumentation: "functions/documentation/show-page.ts",
  showDashboardPage: "functions/web/show-page.ts",
} as const;
