declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: the bundler exports the names of a module's classes as its default
  export default classes;
}

declare module "*.css" {}
