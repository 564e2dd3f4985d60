-- Locales of pages compare with those of listings by index only if both have one collation.
-- destructive: the type stays text, and every release compares and sorts locales by equality or by their bytes alike
ALTER TABLE app_page_reads ALTER COLUMN locale TYPE text COLLATE "default";
