-- The id of an Android publisher as a path holds it after the gateway decoded it once: the reserved characters that
-- the id percent-encodes stand for themselves. %25 comes last, so that nothing is decoded twice.
CREATE FUNCTION decoded_publisher_id(external_id text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(replace(replace(external_id,
  '%2B', '+'), '%2F', '/'), '%3F', '?'), '%23', '#'), '%5C', '\'), '%25', '%');

CREATE INDEX publishers_platform_decoded_id_index ON publishers (platform, decoded_publisher_id(external_id));
COMMENT ON INDEX publishers_platform_decoded_id_index IS 'every endpoint under /publishers/{platform}/{external_id}: a publisher whose id was encoded once';
