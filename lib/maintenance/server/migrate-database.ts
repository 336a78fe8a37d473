import { installJobTables } from '@/lib/jobs/server/install-job-tables'
import { readRolePassword } from '@/lib/platform/server/env'
import { applyMigrationsUnderLock, withMigrationLock } from '@/lib/platform/server/migrations'
import { validateServerRole, grantServerRights } from './grant-rights'

/**
 * Applies migrations, creates the job tables, and grants rights to `role`, if given. Concurrent processes wait for each
 * other. Checks the role before it changes anything. Calls `onMigrated` with the names of the applied migrations, and
 * returns the statements that set up the role.
 *
 * @throws AppError if the role does not exist, owns the tables, is a superuser or has further rights
 */
export function migrateDatabase(
  databaseUrl: string,
  role: string | null,
  onMigrated: (applied: string[]) => void,
): Promise<string[]> {
  return withMigrationLock(databaseUrl, async (client) => {
    const password = readRolePassword()
    if (role !== null) await validateServerRole(client, role, password)
    const applied = await applyMigrationsUnderLock(client, databaseUrl)
    await installJobTables()
    onMigrated(applied)
    return role === null ? [] : grantServerRights(client, role, password)
  })
}
