import { platforms } from "../../lib/domain/platform.ts";
import { describeFaults, otherRoutes } from "./describe-faults.ts";

for (const platform of platforms) describeFaults(platform, { only: otherRoutes });
