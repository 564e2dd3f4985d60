import { createFallback } from "../../lib/http/fallback.ts";
import { endpoints } from "../endpoints.ts";

export const handler = createFallback(endpoints.map(({ contract }) => contract));
