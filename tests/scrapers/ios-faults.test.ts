import { byRun } from "../support/by-run.ts";
import { describeFaults, oneRouteOfEachKind, otherRoutes } from "./describe-faults.ts";

describeFaults("ios", { only: byRun({ usual: oneRouteOfEachKind, long: otherRoutes }) });
