/** The first migration of version 0.1.0, whose databases can't be upgraded (docs/decisions/044). */
const firstMigrationOfOldDatabases = '20261121000000_first'

export const unsupportedDatabaseMessage =
  'This database was created by Stepmark 0.1.0, which this version can’t upgrade. Nothing was changed. ' +
  'To keep its labels, start commit 87fb817 on it, run "stepmark export --format stepmark --labels all" there, and import the file into a new database. ' +
  'The export has no accounts, rounds, leases or audit log.'

/** Whether these migrations, as recorded in the database, are those of version 0.1.0. */
export function isUnsupportedDatabase(migrationNames: Iterable<string>): boolean {
  return [...migrationNames].includes(firstMigrationOfOldDatabases)
}
