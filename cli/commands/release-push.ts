import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { downloadFile } from '@/cli/download-file'
import { readWholeNumber } from '@/cli/file-options'
import { nameAsOnHub, placeOnHub, sumAsOnHub } from '@/cli/hub-layout'
import { withInterrupt } from '@/cli/interrupt'
import { type HubFile, pushToHub } from '@/cli/push-to-hub'
import { UsageError } from '@/cli/refusals'
import { getRelease, type Release } from '@/cli/release-calls'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell, showText } from '@/cli/shell'
import { AppError } from '@/lib/platform/errors'
import { formatNoun } from '@/lib/platform/format'
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
The token for the hub is in HF_TOKEN and must be allowed to write. The repository is made where there is none, to be
read by its owner alone unless --public is said. README.md, manifest.json, SHA256SUMS, annotations.jsonl and consensus.jsonl
stand at its top, the data in data/; README.md and SHA256SUMS name the files as they stand there. What is there already is
not sent again, and what else is in the repository is left alone. Prints its address.

Example:
  $ test -z "$HF_TOKEN" || stepmark release push 1 --project competition-maths --repo "$HF_OWNER/steps"`

export function addReleasePush(parent: Command, shell: Shell): void {
  const command = parent
    .command('push')
    .description('put a release on the Hugging Face hub')
    .argument('<NUMBER>', 'of the release', readWholeNumber)
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .requiredOption('--repo <owner/name>', 'the data set there', readRepo)
    .option('--public', 'for everybody to read')
    .option('--hub-url <address>', `another server that speaks as ${defaultHub} does`)
    .option('--json', 'what was sent, as JSON')
    .addHelpText('after', help)
    .action((number: number, options: Options) => pushRelease(shell, number, options))
  addServerOption(command)
}

async function pushRelease(shell: Shell, number: number, options: Options): Promise<void> {
  const { project, repo, hubUrl, json } = options
  const server = findServer(options)
  const token = findHubToken()
  if (hubUrl !== undefined && !/^https?:\/\//.test(hubUrl))
    throw new UsageError(`${hubUrl} is not an address: it begins with http:// or https://.`)
  await withInterrupt(async (signal) => {
    const calls = { shell, server, project, signal }
    const release = await getRelease(calls, number)
    if (release.state !== 'done')
      throw new AppError(
        'conflict',
        `Release ${number} is not done (${release.state}). Nothing was pushed.`,
      )
    const folder = await mkdtemp(join(tmpdir(), 'stepmark-release-'))
    try {
      for (const file of release.files) await downloadFile(calls, number, file, folder)
      const pushed = await pushToHub(
        shell,
        {
          name: repo,
          hubUrl: hubUrl?.replace(/\/+$/, ''),
          token,
          isPublic: options.public ?? false,
        },
        await readFiles(release, folder),
        { title: `Release ${number}: ${release.name}`, signal },
      )
      tellPushed(shell, release, { ...pushed, repo, hubUrl, json })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

function findHubToken(): string {
  const token = readHubToken()
  if (!token)
    throw new UsageError(
      'HF_TOKEN is not set: a token of the Hugging Face hub that may write. Nothing was done.',
    )
  if (!token.startsWith('hf_'))
    throw new UsageError('HF_TOKEN is no token of the hub: those begin with hf_. Nothing was done.')
  return token
}

function readRepo(text: string): string {
  if (!/^[\w.-]{1,96}\/[\w.-]{1,96}$/.test(text))
    throw new InvalidArgumentError('Write owner/name.')
  return text
}

/** The files as they will stand there: from the disk, but for the two that name the others. */
async function readFiles({ files }: Release, folder: string): Promise<HubFile[]> {
  const names = files.map(({ name }) => name)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const card = names.includes('README.md') ? nameAsOnHub(await read('README.md'), names) : ''
  const cardSum = createHash('sha256').update(card).digest('hex')
  return Promise.all(
    names.map(async (name) => {
      const path = placeOnHub(name)
      if (name === 'README.md') return { path, content: new Blob([card]) }
      if (name === 'SHA256SUMS')
        return { path, content: new Blob([sumAsOnHub(await read(name), names, cardSum)]) }
      return { path, content: await openAsBlob(join(folder, name)) }
    }),
  )
}

interface Told {
  sent: number
  others: number
  repo: string
  hubUrl: string | undefined
  json: true | undefined
}

function tellPushed(shell: Shell, release: Release, told: Told): void {
  const { sent, others, repo, hubUrl = defaultHub, json } = told
  const url = `${hubUrl.replace(/\/+$/, '')}/datasets/${repo}`
  const left = others > 0 ? ` Left alone there: ${formatNoun(others, 'other file')}.` : ''
  const what =
    sent === 0
      ? 'is there already: nothing was sent.'
      : `is there: ${formatNoun(sent, 'file')} of ${release.files.length} sent.`
  say(shell, `Release ${release.number}, ${showText(release.name)}, ${what}${left}`)
  if (json) printJson(shell, { url, sent, others, files: release.files.length })
  else print(shell, url)
}
