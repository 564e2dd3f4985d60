import { pgTable, smallint, text } from "drizzle-orm/pg-core";

import { countryCode } from "./columns.ts";

export const countries = pgTable("countries", {
  code: countryCode("code").notNull(),
  name: text("name").notNull(),
  emoji: text("emoji").notNull(),
  priority: smallint("priority").notNull(),
  iosLanguages: text("ios_languages").array(),
  iosCrossLocalizable: text("ios_cross_localizable").array(),
  androidLanguages: text("android_languages").array(),
});
