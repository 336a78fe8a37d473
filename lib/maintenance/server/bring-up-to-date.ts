import { installQueues } from '@/lib/jobs/server/install-queues'
import { readRolePassword } from '@/lib/platform/server/env'
import { applyHeld, holdMigrations } from '@/lib/platform/server/migrations'
import { checkRole, grantRights } from './grant-rights'

/**
 * Migrates, makes the tables of jobs, and gives `role`, if any, its rights: one process after the other, so that none grants
 * what another is still making. What would keep it from granting is looked at first. `tell` is given the names of what was
 * applied as soon as it is in place. Returns the statements that granted.
 *
 * @throws AppError as `grantRights`, before anything is changed where that can be seen
 */
export function bringUpToDate(
  databaseUrl: string,
  role: string | null,
  tell: (applied: string[]) => void,
): Promise<string[]> {
  return holdMigrations(databaseUrl, async (client) => {
    const password = readRolePassword()
    if (role !== null) await checkRole(client, role, password)
    const applied = await applyHeld(client, databaseUrl)
    await installQueues()
    tell(applied)
    return role === null ? [] : grantRights(client, role, password)
  })
}
