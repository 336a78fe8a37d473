import type { Command } from 'commander'
import { ProgressReporter } from '@/cli/progress'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'
import { formatBytes, formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Writes a consistent snapshot of all data to a new folder while the servers keep running: one gzipped
file per table, and a manifest with row counts and SHA-256. Queued jobs are not included. The folder appears when it is complete. It contains password
hashes, so protect it like the database. Prints the folder.

Example:
  $ stepmark backup backups/monday`

export function addBackupCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('backup')
    .description('back up the database to a folder')
    .argument('<FOLDER>', 'new folder; must not exist')
    .addHelpText('after', help)
    .action((folder: string) => backUp(terminal, folder))
}

async function backUp(terminal: Terminal, folder: string): Promise<void> {
  const { requireMigratedDatabase, withHostDatabase } = await import('@/cli/host')
  const { writeBackup } = await import('@/lib/maintenance/server/write-backup')
  const url = await requireMigratedDatabase()
  const progress = new ProgressReporter(terminal, 'writing')
  const { tables, takenAt } = await withHostDatabase(url, (client) =>
    writeBackup(client, folder, (table, bytes) =>
      progress.show({ done: bytes, total: null, detail: table }),
    ),
  )
  progress.clear()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  printMessage(
    terminal,
    `${formatQuantity(rows, 'row')} of ${formatQuantity(tables.length, 'table')} as of ${takenAt}, ${formatBytes(bytes)}.`,
  )
  printLine(terminal, folder)
}
