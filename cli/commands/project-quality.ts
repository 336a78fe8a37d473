import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseWholeNumberOption } from '@/cli/file-options'
import { parseShareOption } from '@/cli/policy-options'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { maxGoldShare, maxHiddenReferenceShare, maxScreeningItems } from '@/lib/gold/settings'
import type {
  getQualitySettingsContract,
  updateQualitySettingsContract,
} from '@/lib/gold/settings-contract'
import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'

type Changes = Omit<RequestInputOf<typeof updateQualitySettingsContract>, 'project'>
type Settings = ReplyOf<typeof getQualitySettingsContract>

/** Settings that "off" sets to null. Commander replaces a parsed null, so "off" stays until the request is built. */
const nullableLimits = ['goldPerRound', 'pauseBelow'] as const satisfies readonly (keyof Changes)[]
type NullableLimit = (typeof nullableLimits)[number]
type TypedChanges = Omit<Changes, NullableLimit> & { [Name in NullableLimit]?: number | 'off' }
type TypedOptions = Omit<TypedChanges, 'screeningShare'> & { screeningPassAt?: number }
type Options = ServerOptions & TypedOptions & { project: string; json?: true }

const help = `
Prints the quality settings, or changes those that you pass and prints all. Shares are numbers from 0 to 1. Quality is
measured with gold (solutions with a known first error).

Example:
  $ stepmark project quality --project competition-maths
  $ stepmark project quality --project competition-maths --gold-share 0.1 --pause-below 0.5
  $ stepmark project quality --project competition-maths --review-share 0.05 --screens off`

export function addProjectQualitySettingsCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('quality')
    .description('show or change the quality settings')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addOption(makeOnOffOption('--screens', 'require screening for new annotators'))
    .option(
      '--screening-items <N>',
      `solutions per screening, 1 to ${maxScreeningItems}`,
      parseWholeNumberOption,
    )
    .option(
      '--screening-pass-at <share>',
      'share of exact answers needed to pass screening',
      parseShareOption,
    )
    .option(
      '--gold-share <share>',
      `share of gold in served work, at most ${maxGoldShare}`,
      makeLimitedShareParser(maxGoldShare),
    )
    .option(
      '--gold-per-round <N>',
      'at most this many gold solutions per person and round; most people get nearly that many; "off": use the share',
      makeNumberOrOffParser(parseWholeNumberOption),
    )
    .addOption(makeOnOffOption('--explains-gold', 'show annotators the known answer afterwards'))
    .option(
      '--pause-below <share>',
      'pause below this exact-match rate, or "off"',
      makeNumberOrOffParser(parseShareOption),
    )
    .option(
      '--hidden-reference-share <share>',
      `share of annotations without the reference answer, at most ${maxHiddenReferenceShare}`,
      makeLimitedShareParser(maxHiddenReferenceShare),
    )
    .option(
      '--review-share <share>',
      'share of all annotations sampled for review',
      parseShareOption,
    )
    .option(
      '--review-first-share <share>',
      "share of a person's first annotations sampled for review",
      parseShareOption,
    )
    .option('--review-first-count <N>', 'how many count as first', parseWholeNumberOption)
    .option('--json', 'print the settings as JSON')
    .addHelpText('after', help)
    .action((options: Options) => runQuality(terminal, options))
  addServerOption(command)
}

const makeLimitedShareParser = (max: number) => (text: string) => {
  const share = parseShareOption(text)
  if (share > max) throw new InvalidArgumentError(`Use a number from 0 to ${max}.`)
  return share
}

const makeOnOffOption = (flag: string, description: string) =>
  new Option(`${flag} <on|off>`, description).argParser((text: string) => {
    if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('Use on or off.')
    return text === 'on'
  })

const makeNumberOrOffParser = (read: (text: string) => number) => (text: string) =>
  text === 'off' ? text : read(text)

function readChanges({ screeningPassAt, ...typedChanges }: TypedOptions): Changes {
  const changes: Record<string, unknown> = { ...typedChanges }
  if (screeningPassAt !== undefined) changes.screeningShare = screeningPassAt
  for (const name of nullableLimits) if (changes[name] === 'off') changes[name] = null
  return changes
}

async function runQuality(terminal: Terminal, options: Options): Promise<void> {
  const { url, json, project, ...typedChanges } = options
  const changes = readChanges(typedChanges)
  const server = readServerConnection(terminal, { url })
  const settings =
    Object.keys(changes).length === 0
      ? await callServer(server, 'get /projects/{project}/quality', { project })
      : await callServer(
          server,
          'patch /projects/{project}/quality',
          { project, ...changes },
          {
            lostReplyHint:
              'The settings may have been changed: check by running this command without settings.',
          },
        )
  if (json) return printJson(terminal, settings)
  const { gold, ...otherSettings } = settings
  printLine(
    terminal,
    formatTable(
      Object.entries(otherSettings).map(([name, value]) => [
        toOptionName(name),
        formatSetting(value),
      ]),
    ),
  )
  printMessage(terminal, `Gold solutions: ${gold}.`)
}

/** `screeningItems` to `screening-items`. */
const toOptionName = (name: string) =>
  name === 'screeningShare'
    ? 'screening-pass-at'
    : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function formatSetting(value: Settings[keyof Settings]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === null ? 'off' : String(value)
}
