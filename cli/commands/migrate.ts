import type { Command } from 'commander'
import { print, say, type Shell } from '@/cli/shell'
import { tellGrant } from './grant'
import { formatNoun } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Prints the names of what was applied. Each migration happens whole or not at all; a database that is
up to date is left as it is. The tables of jobs are made, too. With --grant it then does what "stepmark grant" does, and
prints those statements as well; a role that would not do is refused before anything is applied. Two at once wait for each
other.

Example:
  $ stepmark migrate`

export function addMigrate(parent: Command, shell: Shell): void {
  parent
    .command('migrate')
    .description('bring the database up to date')
    .option('--grant <role>', 'the role of the servers, which is then given what it needs')
    .addHelpText('after', help)
    .action(({ grant: role }: { grant?: string }) => migrate(shell, role))
}

async function migrate(shell: Shell, role: string | undefined): Promise<void> {
  const { findDatabaseUrl, useConnection } = await import('@/cli/host')
  const { bringUpToDate } = await import('@/lib/maintenance/server/bring-up-to-date')
  const url = findDatabaseUrl()
  await useConnection(url, async () => undefined)
  const statements = await bringUpToDate(url, role ?? null, (applied) => {
    for (const name of applied) print(shell, name)
    const what =
      applied.length === 0 ? 'Nothing to do' : `${formatNoun(applied.length, 'migration')} applied`
    say(shell, `${what}: the database is up to date.`)
  })
  if (role !== undefined) tellGrant(shell, role, statements)
}
