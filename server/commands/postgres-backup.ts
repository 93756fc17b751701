// The commands of the README that back up PostgreSQL and restore it: `db:backup` and `db:restore` print them,
// and tests run them.

/** Without sessions and calendar feeds: those that have been ended since the backup would be valid again. */
export const PG_DUMP = `pg_dump --schema=battenberg --format=custom --exclude-table-data='battenberg.(sessions|sign_in_*|passkey_challenges|calendar_feeds)' --file="$BACKUP" "$DATABASE_URL"`;

/** Completely or not at all. */
export const PG_RESTORE = `pg_restore --clean --if-exists --no-owner --no-privileges --single-transaction --dbname="$DATABASE_URL" "$BACKUP"`;
