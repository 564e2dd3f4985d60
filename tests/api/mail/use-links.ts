import { eq } from "drizzle-orm";

import { emailConfirmations } from "../../../db/schema/accounts.ts";
import { webhookEndpoints } from "../../../db/schema/webhooks.ts";
import { formatLinkSecret } from "../../../lib/domain/mail.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";

/** Returns a user with a webhook that sends mail, and the paths of the links in its mails. */
export function useLinks() {
  const database = useDatabase();
  return async () => {
    const { db } = database();
    const api = createApi(db);
    const caller = await createCaller(db);
    const body = { name: "Me", scope: { kind: "mine" }, format: "email" };
    const { id } = (await api.post("/webhooks", body, caller)).body.data;
    const shown = async () => (await api.get("/webhooks", caller)).body.data[0];
    const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    const userId = caller.user.id;
    const [asked] = await db.select().from(emailConfirmations).where(eq(emailConfirmations.userId, userId));
    if (endpoint === undefined || asked === undefined) throw new Error("The webhook has no links.");
    return {
      ...{ db, api, caller, shown },
      confirmation: `/confirm-email/${formatLinkSecret({ id: userId, secret: asked.secret })}`,
      unsubscription: `/unsubscribe/${formatLinkSecret({ id, secret: endpoint.secret })}`,
    };
  };
}
