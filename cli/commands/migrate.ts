import type { Command } from 'commander'
import { print, printMessage, type Shell } from '@/cli/shell'
import { reportGrant } from './grant'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Applies pending migrations, each completely or not at all, and prints their names. Also creates the job
tables. With --grant it then does the same as "stepmark grant" and prints those statements; an unsuitable role is rejected
before anything is applied. Concurrent runs wait for each other.

Example:
  $ stepmark migrate`

export function addMigrate(parent: Command, shell: Shell): void {
  parent
    .command('migrate')
    .description('migrate the database')
    .option('--grant <role>', 'then grant this server role its rights')
    .addHelpText('after', help)
    .action(({ grant: role }: { grant?: string }) => migrate(shell, role))
}

async function migrate(shell: Shell, role: string | undefined): Promise<void> {
  const { findDatabaseUrl, withHostDatabase } = await import('@/cli/host')
  const { migrateDatabase } = await import('@/lib/maintenance/server/migrate-database')
  const url = findDatabaseUrl()
  await withHostDatabase(url, async () => undefined)
  const statements = await migrateDatabase(url, role ?? null, (applied) => {
    for (const name of applied) print(shell, name)
    const what =
      applied.length === 0
        ? 'No migration to apply'
        : `${formatQuantity(applied.length, 'migration')} applied`
    printMessage(shell, `${what}. The database is up to date.`)
  })
  if (role !== undefined) reportGrant(shell, role, statements)
}
