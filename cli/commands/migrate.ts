import type { Command } from 'commander'
import { print, say, type Shell } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Prints the names of what was applied. Each migration happens whole or not at all; a database that is
up to date is left as it is. The tables of jobs are made, too.

Example:
  $ stepmark migrate`

export function addMigrate(parent: Command, shell: Shell): void {
  parent
    .command('migrate')
    .description('bring the database up to date')
    .addHelpText('after', help)
    .action(() => migrate(shell))
}

async function migrate(shell: Shell): Promise<void> {
  const { findDatabaseUrl, useConnection } = await import('@/cli/host')
  const { installQueues } = await import('@/lib/jobs/server/install-queues')
  const { applyMigrations } = await import('@/lib/platform/server/migrations')
  const url = findDatabaseUrl()
  await useConnection(url, async () => undefined)
  const applied = await applyMigrations(url)
  await installQueues()
  for (const name of applied) print(shell, name)
  const what =
    applied.length === 0 ? 'Nothing to do' : `${formatNoun(applied.length, 'migration')} applied`
  say(shell, `${what}: the database is up to date.`)
}
