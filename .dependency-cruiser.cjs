// Who may import whom, as ARCHITECTURE.md says. `npm run verify` runs it through tests/architecture/check-layering.ts.

const only = (name, comment, from, to, alsoAllowed = []) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { pathNot: to, dependencyTypesNot: ["npm", "npm-dev", "npm-no-pkg", "npm-optional", "core", ...alsoAllowed] },
});

/**
 * What each subject of db/queries may import of the others, from the ground up. One arrow climbs: a sweep leaves the apps
 * whose runs are active to these, and a run leaves to sweeps what they read.
 */
const subjects = {
  accounts: [],
  oauth: ["accounts"],
  reference: [],
  budgets: ["reference"],
  fetches: ["budgets"],
  metrics: ["reference"],
  facts: ["reference"],
  listings: ["facts", "metrics", "reference"],
  events: ["budgets", "charts", "fetches", "listings", "reference"],
  sweeps: ["budgets", "events", "fetches", "listings", "metrics", "runs"],
  runs: ["budgets", "events", "facts", "fetches", "listings", "metrics", "reference", "sweeps"],
  searches: [],
  apps: ["accounts", "charts", "listings", "metrics", "reference", "runs", "searches"],
  charts: ["budgets", "fetches", "reference"],
  keywords: ["apps", "budgets", "charts", "fetches", "reference", "searches"],
  upkeep: ["accounts", "budgets"],
  webhooks: ["apps"],
};

/** What each room of the dashboard may import of the others, from the ground up. */
const rooms = {
  format: [],
  hooks: ["format"],
  components: ["format", "hooks"],
  plots: ["components", "format", "hooks"],
  client: ["format", "generated"],
  features: ["client", "components", "format", "hooks", "plots"],
  screens: ["client", "components", "features", "format", "hooks", "plots"],
  shell: ["client", "components", "features", "format", "hooks", "screens"],
};

const never = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    never("no-circular", "A cycle has no first file to read.", {}, { circular: true }),
    never("no-unresolvable", "An import that does not resolve.", {}, { couldNotResolve: true }),
    never(
      "domain-is-pure",
      "Decisions run without I/O: zod and nothing else.",
      { path: "^lib/domain" },
      { pathNot: "^(lib/domain|node_modules/zod)" },
    ),
    only("db-below-lib", "The database knows the domain alone.", "^db", "^(db|lib/domain)"),
    ...Object.entries(subjects).map(([subject, below]) =>
      never(
        "queries-by-subject",
        "Statements of one subject know those of the subjects below it.",
        { path: `^db/queries/${subject}/` },
        { path: "^db/queries/", pathNot: `^db/queries/(${[subject, ...below].join("|")})/` },
      ),
    ),
    never(
      "queries-have-a-subject",
      "Each statement lies in the folder of its subject.",
      { path: `^db/queries/(?!(${Object.keys(subjects).join("|")})/)` },
      {},
    ),
    only(
      "lib-above-db",
      "Use cases know the database and, in lib/stores, the scrapers' contracts.",
      "^lib(?!/domain)",
      "^(lib|db|scrapers/contracts)",
    ),
    never(
      "only-stores-knows-scrapers",
      "Connectors hide the scrapers.",
      { path: "^lib", pathNot: "^lib/stores" },
      { path: "^scrapers" },
    ),
    never(
      "use-cases-know-no-http",
      "The edge parses requests and writes responses; a use case takes and returns plain values.",
      {
        path: "^lib/(apps|auth|changes|charts|competitors|countries|events|feeds|fetches|notes|operations|publishers|sessions|stores|sweeps|sync|tags|views|webhooks)/",
      },
      { path: "^lib/http" },
    ),
    never(
      "wiring-is-the-top-of-lib",
      "What is wired does not know how it is.",
      { path: "^lib/(?!wiring/)" },
      { path: "^lib/wiring" },
    ),
    never(
      "runtime-is-primitive",
      "Clock, log and telemetry are imported by everything, so they import decisions alone.",
      { path: "^lib/runtime" },
      { path: "^lib/(?!runtime/|domain/)" },
    ),
    only(
      "responses-are-light",
      "Contracts import response schemas, so these know of statements and stores the types of rows alone.",
      "^lib/(?!http/|stores/)[^/]+/[^/]+-response\\.ts$",
      "^(lib/domain|lib/runtime/lazy\\.ts$|lib/[^/]+/[^/]+-response\\.ts$)",
      ["type-only"],
    ),
    only(
      "contracts-know-no-use-case",
      "What an endpoint promises is read by infrastructure and documentation too.",
      "^functions/.*\\.contract\\.ts$",
      "^(lib/domain|lib/http/(((link|oauth)-)?contract|((publisher|change)-)?parameters)\\.ts|lib/errors\\.ts|lib/.*-response\\.ts$)",
    ),
    only(
      "functions-are-thin",
      "An entry calls one use case.",
      "^functions/(?!web/page-assets\\.ts$)",
      "^(functions|lib|db)",
    ),
    only(
      "dashboard-is-built",
      "The files of the dashboard are what its build returns.",
      "^functions/web/page-assets\\.ts$",
      "^(web/build|lib/http)",
    ),
    only("web-alone", "The dashboard runs in a browser: of the service it knows types.", "^web", "^web", ["type-only"]),
    never(
      "web-knows-contracts",
      "The types that the dashboard knows are those of contracts and of the envelope around their data.",
      { path: "^web" },
      {
        dependencyTypes: ["type-only"],
        pathNot: "^(web|functions/.*\\.contract\\.ts$|lib/http/success-response\\.ts$|node_modules)",
      },
    ),
    ...Object.entries(rooms).map(([room, below]) =>
      never(
        "web-by-room",
        "Components know no client and features no screens: each room of the dashboard knows those below it.",
        { path: `^web/${room}/` },
        { path: "^web/", pathNot: `^web/(${[room, ...below].join("|")})/` },
      ),
    ),
    never(
      "screens-apart",
      "What two screens share is a feature.",
      { path: "^web/screens/([^/]+)/" },
      { path: "^web/screens/", pathNot: "^web/screens/$1/" },
    ),
    never(
      "tabs-apart",
      "A tab knows the frame of the app around it, and no other tab.",
      { path: "^web/screens/app/([^/]+)/" },
      { path: "^web/screens/app/[^/]+/", pathNot: "^web/screens/app/$1/" },
    ),
    ...[
      { from: "^web/(?!screens/)", to: "^web/screens/" },
      { from: "^web/screens/app/[^/]+$", to: "^web/screens/app/[^/]+/" },
    ].map(({ from, to }) =>
      never(
        "screens-are-loaded-later",
        "A screen, or a tab of one, is a file that a browser loads when it is opened.",
        { path: from },
        // A visit begins with these, so they come with the page, or with the frame of an app.
        {
          path: to,
          pathNot: "/(login-screen\\.tsx|overview-tab\\.tsx|(listing|overview)-read\\.ts|today-reads\\.ts)$",
          dependencyTypesNot: ["dynamic-import"],
        },
      ),
    ),
    never(
      "nothing-imports-web",
      "What runs in a browser is used there alone.",
      { pathNot: "^(web|functions/web/page-assets\\.ts$|tests)" },
      { path: "^web" },
    ),
    never(
      "functions-without-sql",
      "SQL lives in db/queries; the migrator alone is an entry of db.",
      { path: "^functions", pathNot: "^functions/operations" },
      { path: "^(db|node_modules/(drizzle-orm|postgres))" },
    ),
    never(
      "functions-apart",
      "No entry imports another; only the registry, the documentation and the tools read contracts of others.",
      { path: "^functions/(?!endpoints\\.ts|documentation/|web/|fallback/|mcp/)([^/]+)/([^/.]+)" },
      { path: "^functions/", pathNot: "^functions/$1/$2\\.(ts|contract\\.ts)$" },
    ),
    never(
      "oracle-alone",
      "What the stores show is read and compared by code that the service does not share.",
      { path: "^tests/oracle/", pathNot: "^tests/oracle/service\\.ts$" },
      { path: "^(lib|db|scrapers|functions)/" },
    ),
    only(
      "scrapers-alone",
      "Scrapers know their own code, and how a value is made at its first use.",
      "^scrapers",
      "^(scrapers|lib/runtime/lazy\\.ts$)",
    ),
    never(
      "ios-not-android",
      "Each scraper is a service of its own.",
      { path: "^scrapers/ios" },
      { path: "^scrapers/android" },
    ),
    never(
      "android-not-ios",
      "Each scraper is a service of its own.",
      { path: "^scrapers/android" },
      { path: "^scrapers/ios" },
    ),
    only(
      "contracts-alone",
      "What others may import of the scrapers imports nothing of them.",
      "^scrapers/contracts",
      "^(scrapers/contracts|lib/runtime/lazy\\.ts$)",
    ),
    only(
      "infra-deploys",
      "What is deployed knows the registry, variables, names and seeds; code only as file paths. Of its neighbours it knows templates and command lines.",
      "^infra/aws",
      "^(infra/(aws|cli|templates)|functions/endpoints\\.ts|functions/.*\\.contract\\.ts|lib/(runtime/telemetry|wiring/(environment|watching-environment|settings))\\.ts|lib/queues/queue-names\\.ts|lib/domain|db/(seeds|server-settings\\.ts)|scrapers/contracts)",
    ),
    only(
      "templates-alone",
      "What reads templates knows nothing of what is in them.",
      "^infra/templates",
      "^infra/templates",
    ),
    only("cli-alone", "Command lines are read alike, whatever they start.", "^infra/cli", "^infra/cli"),
    only(
      "planning-counts",
      "The capacity plan counts what infrastructure deploys and what the pipeline does, and runs none of it.",
      "^infra/planning",
      "^(infra|functions/endpoints\\.ts|lib/(domain|keywords/dispatch-keywords\\.ts|queues|sync|runtime/telemetry\\.ts)|db/seeds)",
    ),
    only(
      "simulator-alone",
      "The store simulator shares nothing with what it tests.",
      "^infra/store-simulator",
      "^(infra/store-simulator|lib/domain|db/seeds)",
    ),
    never("nothing-imports-tests", "Tests are read, never used.", { pathNot: "^tests" }, { path: "^tests" }),
    never(
      "nothing-imports-infra",
      "Code does not know where it runs.",
      { pathNot: "^(infra|tests)" },
      { path: "^infra" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
