import type { Command } from 'commander'
import { ProgressReporter } from '@/cli/progress'
import { printMessage, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Restores into an empty database only; --database names one on the same server and creates it if needed.
Checks the SHA-256 of every file, restores all tables or none, checks row counts and the audit log, then applies newer
migrations. The servers start interrupted jobs again.

Example:
  $ stepmark restore backups/monday --database stepmark_restored`

export function addRestoreCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('restore')
    .description('restore a backup into an empty database')
    .argument('<FOLDER>', 'folder from "stepmark backup"')
    .option('--database <name>', 'target database (default: the one in DATABASE_URL)')
    .addHelpText('after', help)
    .action((folder: string, options: { database?: string }) => restore(terminal, folder, options))
}

async function restore(
  terminal: Terminal,
  folder: string,
  { database }: { database?: string },
): Promise<void> {
  const { requireDatabaseUrl, withHostDatabase } = await import('@/cli/host')
  const { restoreBackup } = await import('@/lib/maintenance/server/restore-backup')
  const { createDatabaseIfMissing } =
    await import('@/lib/maintenance/server/create-database-if-missing')
  const baseUrl = requireDatabaseUrl()
  const url =
    database === undefined
      ? baseUrl
      : await withHostDatabase(baseUrl, (client) =>
          createDatabaseIfMissing(client, baseUrl, database),
        )
  // Explains why the database can't be reached.
  await withHostDatabase(url, async () => undefined)
  const progress = new ProgressReporter(terminal, 'restoring')
  const { manifest, rows, auditEntries } = await restoreBackup(url, folder, (table, bytes) =>
    progress.show({ done: bytes, total: null, detail: table }),
  )
  progress.clear()
  printMessage(
    terminal,
    `${formatQuantity(rows, 'row')} as of ${manifest.takenAt} restored. The audit log is intact: ${formatQuantity(auditEntries, 'entry', 'entries')}.`,
  )
}
