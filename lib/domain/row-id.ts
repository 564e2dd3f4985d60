/** The greatest id that PostgreSQL's `integer` holds: no row has a greater one. */
export const ROW_ID_MAX = 2_147_483_647;
