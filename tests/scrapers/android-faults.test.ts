import { byRun } from "../support/by-run.ts";
import { describeFaults, oneRouteOfEachKind, routeNames } from "./describe-faults.ts";

describeFaults("android", { only: byRun({ usual: oneRouteOfEachKind, long: routeNames }) });
