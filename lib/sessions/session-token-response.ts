import * as z from "zod";

import { abilities } from "../domain/api-token.ts";
import { timestamp } from "../domain/timestamp.ts";

export const sessionTokenResponse = () =>
  z.object({ token: z.string(), expires_at: timestamp(), abilities: z.array(z.enum(abilities)) });
