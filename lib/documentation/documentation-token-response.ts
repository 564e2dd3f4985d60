import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";

export const documentationTokenResponse = () => z.object({ token: z.string(), expires_at: timestamp() });
