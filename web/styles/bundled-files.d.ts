declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: the bundler exports the names of a module's classes as its default
  export default classes;
}

declare module "*.css" {}

declare module "*.woff2" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler exports the path of a file as its default
  export default path;
}
