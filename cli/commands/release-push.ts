import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { downloadFile } from '@/cli/download-file'
import { UsageError } from '@/cli/errors'
import { parseWholeNumberOption } from '@/cli/file-options'
import { replaceFileNamesByHubPaths, getHubPath, makeHubChecksums } from '@/cli/hub-layout'
import { withInterruptSignal } from '@/cli/interrupt'
import { type HubFile, pushToHub } from '@/cli/push-to-hub'
import { getRelease, type Release } from '@/cli/release-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import {
  printLine,
  printJson,
  printMessage,
  sanitiseForTerminal,
  type Terminal,
} from '@/cli/terminal'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import { readHubToken } from '@/lib/platform/server/env'

interface Options extends ServerOptions {
  project: string
  repo: string
  public?: true
  hubUrl?: string
  json?: true
}

const defaultHub = 'https://huggingface.co'

const help = `
Needs HF_TOKEN, a Hugging Face token with write access. Creates the dataset repository if needed, private unless you pass
--public. README.md, manifest.json, SHA256SUMS, annotations.jsonl and consensus.jsonl are at the top level, the data in data/.
Existing identical files are not sent again, and other files in the repository are kept. Prints the URL.

Example:
  $ test -z "$HF_TOKEN" || stepmark release push 1 --project competition-maths --repo "$HF_OWNER/steps"`

export function addReleasePushCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('push')
    .description('push a release to the Hugging Face Hub')
    .argument('<NUMBER>', 'release number', parseWholeNumberOption)
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .requiredOption('--repo <owner/name>', 'dataset repository', readRepo)
    .option('--public', 'make the repository public')
    .option('--hub-url <address>', `compatible server instead of ${defaultHub}`)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action((number: number, options: Options) => pushRelease(terminal, number, options))
  addServerOption(command)
}

async function pushRelease(terminal: Terminal, number: number, options: Options): Promise<void> {
  const { project, repo, hubUrl, json } = options
  const server = readServerConnection(terminal, options)
  const token = findHubToken()
  if (hubUrl !== undefined && !/^https?:\/\//.test(hubUrl))
    throw new UsageError(
      `${hubUrl} is not a URL. Use one that starts with http:// or https://. Nothing was pushed.`,
    )
  await withInterruptSignal(async (signal) => {
    const context = { terminal, server, project, signal }
    const release = await getRelease(context, number)
    if (release.state !== 'done')
      throw new AppError(
        'conflict',
        `Release ${number} is not done (${release.state}). Nothing was pushed.`,
      )
    const folder = await mkdtemp(join(tmpdir(), 'stepmark-release-'))
    try {
      for (const file of release.files) await downloadFile(context, number, file, folder)
      const result = await pushToHub(
        terminal,
        {
          name: repo,
          hubUrl: hubUrl?.replace(/\/+$/, ''),
          token,
          isPublic: options.public ?? false,
        },
        await readFiles(release, folder),
        { title: `Release ${number}: ${release.name}`, signal },
      )
      reportPush(terminal, release, { ...result, repo, hubUrl, json })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

function findHubToken(): string {
  const token = readHubToken()
  if (!token)
    throw new UsageError(
      'HF_TOKEN is not set. Set it to a Hugging Face token with write access. Nothing was pushed.',
    )
  if (!token.startsWith('hf_'))
    throw new UsageError(
      'HF_TOKEN is not a Hugging Face token: those start with hf_. Nothing was pushed.',
    )
  return token
}

function readRepo(text: string): string {
  if (!/^[\w.-]{1,96}\/[\w.-]{1,96}$/.test(text)) throw new InvalidArgumentError('Use owner/name.')
  return text
}

/** The files to push: as on disk, except README.md and SHA256SUMS, which name the files by their paths on the Hub. */
async function readFiles({ files }: Release, folder: string): Promise<HubFile[]> {
  const names = files.map(({ name }) => name)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const card = names.includes('README.md')
    ? replaceFileNamesByHubPaths(await read('README.md'), names)
    : ''
  const cardChecksum = createHash('sha256').update(card).digest('hex')
  return Promise.all(
    names.map(async (name) => {
      const path = getHubPath(name)
      if (name === 'README.md') return { path, content: new Blob([card]) }
      if (name === 'SHA256SUMS')
        return {
          path,
          content: new Blob([makeHubChecksums(await read(name), names, cardChecksum)]),
        }
      return { path, content: await openAsBlob(join(folder, name)) }
    }),
  )
}

interface PushReport {
  sent: number
  keptFiles: number
  repo: string
  hubUrl: string | undefined
  json: true | undefined
}

function reportPush(terminal: Terminal, release: Release, report: PushReport): void {
  const { sent, keptFiles, repo, hubUrl = defaultHub, json } = report
  const url = `${hubUrl.replace(/\/+$/, '')}/datasets/${repo}`
  const keptText =
    keptFiles > 0 ? ` ${formatQuantity(keptFiles, 'other file')} in the repository kept.` : ''
  const outcome =
    sent === 0
      ? 'was already pushed. Nothing was sent.'
      : `pushed: ${formatQuantity(sent, 'file')} of ${release.files.length} sent.`
  printMessage(
    terminal,
    `Release ${release.number} (${sanitiseForTerminal(release.name)}) ${outcome}${keptText}`,
  )
  if (json) printJson(terminal, { url, sent, keptFiles, files: release.files.length })
  else printLine(terminal, url)
}
