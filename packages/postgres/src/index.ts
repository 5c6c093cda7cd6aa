export { systemClock, type Clock } from 'pg-boss'
export { bytes, time } from './columns.ts'
export { containsPattern } from './contains-pattern.ts'
export { copyIn } from './copy/copy-in.ts'
export { copyOut } from './copy/copy-out.ts'
export { fixTextForms } from './copy/fix-text-forms.ts'
export {
  afterCommit,
  openDatabase,
  sendAhead,
  type Database,
  type DatabaseOptions,
  type Db,
} from './database.ts'
export { executePrepared } from './execute-prepared.ts'
export { findDatabaseFault, readClockSkew } from './find-database-fault.ts'
export { findDue } from './find-due.ts'
export { followDatabaseClock } from './follow-database-clock.ts'
export { firstIdAt } from './first-id-at.ts'
export { fitPage, rowTextBytes } from './fit-page.ts'
export { cursorPattern, readCursor, writeCursor } from './id-cursor.ts'
export { insertRows, insertTogether, newRows, type NewRows } from './insert-rows.ts'
export { isUnavailable } from './is-unavailable.ts'
export { joinTransaction } from './join-transaction.ts'
export { isId, newId } from './new-id.ts'
export { perDatabase } from './per-database.ts'
export { requireMigrations } from './migrations/require-migrations.ts'
export { storableText } from './storable-text.ts'
export { applyMigrations, type MigrationSet } from './migrations/apply-migrations.ts'
export { findMigrationHazards } from './migrations/find-migration-hazards.ts'
export { findOutdated, migrateDatabase, type ServiceDatabase } from './migrations/migrate-database.ts'
export { watchDue, type WatchedWork } from './watch-due.ts'
export { earliestFirst, earliestFirstSql } from './queues/earliest-first.ts'
export { installQueues } from './queues/install-queues.ts'
export { openQueues, inTransaction, prepared, type Boss, type Queues } from './queues/open-queues.ts'
export { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts'
export { isSameDatabase } from './hosts/is-same-database.ts'
export { readHosts } from './hosts/read-hosts.ts'
export { describeError } from './describe-error.ts'
