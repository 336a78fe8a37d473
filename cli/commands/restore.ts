import type { Command } from 'commander'
import { Progress } from '@/cli/progress'
import { printMessage, type Shell } from '@/cli/shell'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Restores into an empty database only; --database names one on the same server and creates it if needed.
Checks the SHA-256 of every file, restores all tables or none, checks row counts and the audit log, then applies newer
migrations. The servers start interrupted jobs again.

Example:
  $ stepmark restore backups/monday --database stepmark_restored`

export function addRestore(parent: Command, shell: Shell): void {
  parent
    .command('restore')
    .description('restore a backup into an empty database')
    .argument('<FOLDER>', 'folder from "stepmark backup"')
    .option('--database <name>', 'target database (default: the one in DATABASE_URL)')
    .addHelpText('after', help)
    .action((folder: string, options: { database?: string }) => restore(shell, folder, options))
}

async function restore(
  shell: Shell,
  folder: string,
  { database }: { database?: string },
): Promise<void> {
  const { findDatabaseUrl, withHostDatabase } = await import('@/cli/host')
  const { restoreBackup } = await import('@/lib/maintenance/server/restore-backup')
  const { createDatabaseIfMissing } =
    await import('@/lib/maintenance/server/create-database-if-missing')
  const baseUrl = findDatabaseUrl()
  const url =
    database === undefined
      ? baseUrl
      : await withHostDatabase(baseUrl, (client) =>
          createDatabaseIfMissing(client, baseUrl, database),
        )
  await withHostDatabase(url, async () => undefined)
  const progress = new Progress(shell, 'restoring')
  const { manifest, rows, auditEntries } = await restoreBackup(url, folder, (detail, doneRows) =>
    progress.show({ done: doneRows, all: null, detail }),
  )
  progress.clear()
  printMessage(
    shell,
    `${formatQuantity(rows, 'row')} as of ${manifest.takenAt} restored. The audit log is intact: ${formatQuantity(auditEntries, 'entry', 'entries')}.`,
  )
}
