import { mkdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { downloadFile } from '@/cli/download-file'
import { readSystemErrorCode, UsageError } from '@/cli/errors'
import { parseWholeNumberOption } from '@/cli/file-options'
import { withInterruptSignal } from '@/cli/interrupt'
import { getRelease, type Release } from '@/cli/release-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { AppError } from '@/lib/platform/errors'
import { formatBytes, formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  file?: string
  out?: string
  json?: true
}

const help = `
Checks every file against its SHA-256. A file appears when it is complete. Run the command again to continue an interrupted
download; existing files are kept. Prints the folder.

Example:
  $ stepmark release download 1 --project competition-maths
  $ stepmark release download 1 --project competition-maths --file manifest.json --out .`

export function addReleaseDownloadCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('download')
    .description('download the files of a release')
    .argument('<NUMBER>', 'release number', parseWholeNumberOption)
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--file <name>', 'download only this file')
    .option('-o, --out <FOLDER>', 'target folder (default: <project>-release-<number>)')
    .option('--json', 'print folder and files as JSON')
    .addHelpText('after', help)
    .action((number: number, options: Options) => downloadRelease(terminal, number, options))
  addServerOption(command)
}

async function downloadRelease(
  terminal: Terminal,
  number: number,
  options: Options,
): Promise<void> {
  const { project, json, out: folder = `${project}-release-${number}` } = options
  await withInterruptSignal(async (signal) => {
    const context = { terminal, server: readServerConnection(terminal, options), project, signal }
    const files = chooseFiles(await getRelease(context, number), options.file)
    await makeFolder(folder)
    let downloadedCount = 0
    for (const file of files)
      if (await downloadFile(context, number, file, folder)) downloadedCount += 1
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const presentCount = files.length - downloadedCount
    const presentText = presentCount > 0 ? `, ${presentCount} already there` : ''
    printMessage(
      terminal,
      `${formatQuantity(files.length, 'file')}, ${formatBytes(bytes)}, in ${folder}${presentText}. All SHA-256 match.`,
    )
    if (json) printJson(terminal, { folder, files })
    else printLine(terminal, folder)
  })
}

function chooseFiles({ number, state, files }: Release, name: string | undefined) {
  if (state !== 'done')
    throw new AppError(
      'conflict',
      state === 'running'
        ? `Release ${number} is still being written. Try again when it is done. Nothing was downloaded.`
        : `Release ${number} has no files: it ${state === 'failed' ? 'failed' : 'was cancelled'}. Nothing was downloaded.`,
    )
  if (name === undefined) return files
  const matchingFiles = files.filter((file) => file.name === name)
  if (matchingFiles.length > 0) return matchingFiles
  const names = files.map((file) => file.name).join(', ')
  throw new UsageError(`Release ${number} has no file "${name}". Its files: ${names}.`)
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR', 'EACCES', 'EROFS'].includes(readSystemErrorCode(error) ?? ''))
      throw error
    throw new UsageError(
      `Can’t write to the folder ${folder}. Choose another with --out. Nothing was downloaded.`,
    )
  }
}
