-- An app waits in each storefront that is to say something of it: its name in the first, its price wherever a page of paid
-- charts shows it and none is known.
-- destructive: no release that reads feeds alone knows the table, and each that reads pages names both columns
ALTER TABLE unidentified_apps DROP CONSTRAINT unidentified_apps_pkey;
ALTER TABLE unidentified_apps ADD CONSTRAINT unidentified_apps_pkey PRIMARY KEY (app_id, country_code);
