import { runApart } from "./measuring/run-apart.ts";

/**
 * `npm run bench -- events`: what reading the events of 118 followed apps takes, of 10,000 and of a million.
 * `npm run bench -- events changes [power of ten]`: what reading them with a cursor takes, of 10⁴ events of all apps and
 * of 10⁷ or of the given power.
 * `npm run bench -- events preview`: what the preview of a webhook takes, of a million events.
 * `npm run bench -- events dispatch`: what it takes to make deliveries of 1,000 events to three of 3,000 webhooks each.
 * `npm run bench -- events log`: the WAL of reporting 10,000 events, one of each app.
 */
await runApart(
  import.meta.filename,
  () => {
    switch (process.argv[2]) {
      case "changes":
        return import("./events/measure-changes.ts");
      case "dispatch":
        return import("./events/measure-dispatch.ts");
      case "log":
        return import("./events/measure-log.ts");
      case "preview":
        return import("./events/measure-preview.ts");
      default:
        return import("./events/measure-feed.ts");
    }
  },
  process.argv.slice(3),
);
