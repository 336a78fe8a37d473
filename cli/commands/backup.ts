import type { Command } from 'commander'
import { Progress } from '@/cli/progress'
import { print, printMessage, type Shell } from '@/cli/shell'
import { formatBytes, formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Writes a consistent snapshot of every table to a new folder while the servers keep running: one gzipped
file per table, and a manifest with row counts and SHA-256. The folder appears when it is complete. It contains password
hashes, so protect it like the database. Prints the folder.

Example:
  $ stepmark backup backups/monday`

export function addBackup(parent: Command, shell: Shell): void {
  parent
    .command('backup')
    .description('back up the database to a folder')
    .argument('<FOLDER>', 'new folder; must not exist')
    .addHelpText('after', help)
    .action((folder: string) => backUp(shell, folder))
}

async function backUp(shell: Shell, folder: string): Promise<void> {
  const { findCurrentDatabase, withHostDatabase } = await import('@/cli/host')
  const { writeBackup } = await import('@/lib/maintenance/server/write-backup')
  const url = await findCurrentDatabase()
  const progress = new Progress(shell, 'writing')
  const { tables, takenAt } = await withHostDatabase(url, (client) =>
    writeBackup(client, folder, (detail, doneRows) =>
      progress.show({ done: doneRows, all: null, detail }),
    ),
  )
  progress.clear()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  printMessage(
    shell,
    `${formatQuantity(rows, 'row')} of ${formatQuantity(tables.length, 'table')} as of ${takenAt}, ${formatBytes(bytes)}.`,
  )
  print(shell, folder)
}
