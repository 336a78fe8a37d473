import { mkdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { downloadFile } from '@/cli/download-file'
import { readWholeNumber } from '@/cli/file-options'
import { withInterrupt } from '@/cli/interrupt'
import { readCode, UsageError } from '@/cli/refusals'
import { getRelease, type Release } from '@/cli/release-calls'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell } from '@/cli/shell'
import { AppError } from '@/lib/platform/errors'
import { formatBytes, formatNoun } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  file?: string
  out?: string
  json?: true
}

const help = `
Every file is checked against its SHA-256 and stands there once it is whole. What breaks off is gone on with by the same
command; files that are there already are left alone. Prints the folder.

Example:
  $ stepmark release download 1 --project competition-maths
  $ stepmark release download 1 --project competition-maths --file manifest.json --out .`

export function addReleaseDownload(parent: Command, shell: Shell): void {
  const command = parent
    .command('download')
    .description('bring the files of a release here')
    .argument('<NUMBER>', 'of the release', readWholeNumber)
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--file <name>', 'only this one')
    .option('-o, --out <FOLDER>', 'where to (default: <project>-release-<number>)')
    .option('--json', 'folder and files as JSON')
    .addHelpText('after', help)
    .action((number: number, options: Options) => downloadRelease(shell, number, options))
  addServerOption(command)
}

async function downloadRelease(shell: Shell, number: number, options: Options): Promise<void> {
  const { project, json, out: folder = `${project}-release-${number}` } = options
  await withInterrupt(async (signal) => {
    const calls = { shell, server: findServer(options), project, signal }
    const files = chooseFiles(await getRelease(calls, number), options.file)
    await makeFolder(folder)
    let brought = 0
    for (const file of files) if (await downloadFile(calls, number, file, folder)) brought += 1
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const there = files.length - brought
    const already = there > 0 ? `, ${there} of them there already` : ''
    say(
      shell,
      `${formatNoun(files.length, 'file')}, ${formatBytes(bytes)}, in ${folder}${already}; every SHA-256 is right.`,
    )
    if (json) printJson(shell, { folder, files })
    else print(shell, folder)
  })
}

function chooseFiles({ number, state, files }: Release, name: string | undefined) {
  if (state !== 'done')
    throw new AppError(
      'conflict',
      state === 'running'
        ? `Release ${number} is being written. Nothing was downloaded; try again when it is done.`
        : `Release ${number} has no files: it ${state === 'failed' ? 'failed' : 'was cancelled'}. Nothing was downloaded.`,
    )
  if (name === undefined) return files
  const chosen = files.filter((file) => file.name === name)
  if (chosen.length > 0) return chosen
  const names = files.map((file) => file.name).join(', ')
  throw new UsageError(`Release ${number} has no file "${name}", but ${names}.`)
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR', 'EACCES', 'EROFS'].includes(readCode(error) ?? '')) throw error
    throw new UsageError(`${folder} cannot be a folder to write to. Nothing was downloaded.`)
  }
}
