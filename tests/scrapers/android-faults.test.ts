import { describeFaults, oneRouteOfEachKind } from "./describe-faults.ts";

describeFaults("android", { only: oneRouteOfEachKind });
