import type { Command } from 'commander'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'
import { printGrantedStatements } from './grant'

const help = `
Needs DATABASE_URL. Applies pending migrations, each completely or not at all, and prints their names. Also creates the job
tables. With --grant it then does the same as "stepmark grant" and prints those statements; an unsuitable role is rejected
before anything is applied. Concurrent runs wait for each other.

Example:
  $ stepmark migrate`

export function addMigrateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('migrate')
    .description('migrate the database')
    .option('--grant <role>', 'then grant this server role its rights')
    .addHelpText('after', help)
    .action(({ grant: role }: { grant?: string }) => migrate(terminal, role))
}

async function migrate(terminal: Terminal, role: string | undefined): Promise<void> {
  const { requireDatabaseUrl, withHostDatabase } = await import('@/cli/host')
  const { migrateDatabase } = await import('@/lib/maintenance/server/migrate-database')
  const url = requireDatabaseUrl()
  // Explains why the database can't be reached.
  await withHostDatabase(url, async () => undefined)
  const statements = await migrateDatabase(url, role ?? null, (applied) => {
    for (const name of applied) printLine(terminal, name)
    const summary =
      applied.length === 0
        ? 'No migration to apply'
        : `${formatQuantity(applied.length, 'migration')} applied`
    printMessage(terminal, `${summary}. The database is up to date.`)
  })
  if (role !== undefined) printGrantedStatements(terminal, role, statements)
}
