import { describeFaults, oneRouteOfEachKind } from "./describe-faults.ts";

describeFaults("ios", { only: oneRouteOfEachKind });
