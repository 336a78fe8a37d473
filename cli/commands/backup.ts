import type { Command } from 'commander'
import { Progress } from '@/cli/progress'
import { print, say, type Shell } from '@/cli/shell'
import { formatBytes, formatNoun } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Writes every table to a new folder, all of one instant, while people go on working: a gzipped file for
each, and a manifest with counts and SHA-256 of all of them. The folder is there once it is whole. It holds everything,
hashes of passwords included: keep it as safe as the database. Prints the folder.

Example:
  $ stepmark backup backups/monday`

export function addBackup(parent: Command, shell: Shell): void {
  parent
    .command('backup')
    .description('write the whole database to a folder')
    .argument('<FOLDER>', 'made by this; must not be there yet')
    .addHelpText('after', help)
    .action((folder: string) => backUp(shell, folder))
}

async function backUp(shell: Shell, folder: string): Promise<void> {
  const { findCurrentDatabase, useConnection } = await import('@/cli/host')
  const { writeBackup } = await import('@/lib/maintenance/server/write-backup')
  const url = await findCurrentDatabase()
  const progress = new Progress(shell, 'writing')
  const { tables, takenAt } = await useConnection(url, (client) =>
    writeBackup(client, folder, (detail, done) => progress.show({ done, all: null, detail })),
  )
  progress.clear()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  say(
    shell,
    `${formatNoun(rows, 'row')} of ${formatNoun(tables.length, 'table')} as of ${takenAt}, ${formatBytes(bytes)}.`,
  )
  print(shell, folder)
}
