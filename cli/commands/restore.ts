import type { Command } from 'commander'
import { Progress } from '@/cli/progress'
import { say, type Shell } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Only into an empty database; --database names one on the same server, which is made where it is not
there. First every file is held to its SHA-256; then the tables are made as they were and filled, whole or not at all, the
rows counted and the audit log verified; then what migrations came since are applied. Jobs that were under way are begun
again by the servers.

Example:
  $ stepmark restore backups/monday --database stepmark_restored`

export function addRestore(parent: Command, shell: Shell): void {
  parent
    .command('restore')
    .description('fill an empty database from a backup')
    .argument('<FOLDER>', 'written by "stepmark backup"')
    .option('--database <name>', 'on the server of DATABASE_URL (default: the one it names)')
    .addHelpText('after', help)
    .action((folder: string, options: { database?: string }) => restore(shell, folder, options))
}

async function restore(
  shell: Shell,
  folder: string,
  { database }: { database?: string },
): Promise<void> {
  const { findDatabaseUrl, useConnection } = await import('@/cli/host')
  const { restoreBackup } = await import('@/lib/maintenance/server/restore-backup')
  const { findOrMakeDatabase } = await import('@/lib/maintenance/server/make-database')
  const given = findDatabaseUrl()
  const url =
    database === undefined
      ? given
      : await useConnection(given, (client) => findOrMakeDatabase(client, given, database))
  await useConnection(url, async () => undefined)
  const progress = new Progress(shell, 'restoring')
  const { manifest, rows, auditEntries } = await restoreBackup(url, folder, (detail, done) =>
    progress.show({ done, all: null, detail }),
  )
  progress.clear()
  say(
    shell,
    `${formatNoun(rows, 'row')} as of ${manifest.takenAt} are there; the audit log is whole: ${formatNoun(auditEntries, 'entry', 'entries')}.`,
  )
}
