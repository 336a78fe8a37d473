import { type Command, InvalidArgumentError, Option } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { readShare } from '@/cli/policy-options'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import type {
  getQualitySettingsContract,
  updateQualitySettingsContract,
} from '@/lib/quality/settings-contract'

type Changes = Omit<SentInputOf<typeof updateQualitySettingsContract>, 'project'>
type Settings = ReplyOf<typeof getQualitySettingsContract>
type Options = ServerOptions & Changes & { project: string; json?: true }

const help = `
Without a setting it prints those in force; with one or more it changes these, and prints all. Shares are numbers from 0
to 1. Work is measured by gold: solutions whose first errors are known.

Example:
  $ stepmark project quality --project competition-maths
  $ stepmark project quality --project competition-maths --gold-share 0.1 --pause-under 0.5
  $ stepmark project quality --project competition-maths --review-share 0.05 --screens off`

export function addProjectQuality(parent: Command, shell: Shell): void {
  const command = parent
    .command('quality')
    .description('how work is measured: screening, gold, pauses, review samples')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(makeSwitch('--screens', 'new annotators pass a screening first'))
    .option('--screening-items <N>', 'solutions in a screening, 1 to 200', readWholeNumber)
    .option('--screening-share <share>', 'of them answered exactly to pass', readShare)
    .option('--gold-share <share>', 'gold among what is served, at most 0.5', readShare)
    .option(
      '--gold-per-round <N>',
      'so much in a round instead; "off": by share',
      readOff(readWholeNumber),
    )
    .addOption(makeSwitch('--explains-gold', 'annotators are shown afterwards what was known'))
    .option(
      '--pause-under <share>',
      'exact answers to be paused under, or "off"',
      readOff(readShare),
    )
    .option(
      '--blind-share <share>',
      'annotations without the reference answer, at most 0.9',
      readShare,
    )
    .option('--review-share <share>', "drawn for review, of everybody's work", readShare)
    .option('--review-first-share <share>', "drawn for review, of a person's first ones", readShare)
    .option('--review-first-count <N>', 'how many are the first ones', readWholeNumber)
    .option('--json', 'the settings as JSON')
    .addHelpText('after', help)
    .action((options: Options) => runQuality(shell, options))
  addServerOption(command)
}

const makeSwitch = (flag: string, words: string) =>
  new Option(`${flag} <on|off>`, words).argParser((text: string) => {
    if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('Say on or off.')
    return text === 'on'
  })

const readOff = (read: (text: string) => number) => (text: string) =>
  text === 'off' ? null : read(text)

async function runQuality(shell: Shell, options: Options): Promise<void> {
  const { url, json, project, ...changes } = options
  const server = findServer({ url })
  const settings =
    Object.keys(changes).length === 0
      ? await callServer<typeof getQualitySettingsContract>(
          server,
          { method: 'get', path: '/projects/{project}/quality' },
          { project },
        )
      : await callServer<typeof updateQualitySettingsContract>(
          server,
          { method: 'patch', path: '/projects/{project}/quality' },
          { project, ...changes },
          { ifLost: 'The settings may have been changed: without a setting this shows them.' },
        )
  if (json) return printJson(shell, settings)
  const { gold, ...rest } = settings
  print(
    shell,
    formatTable(Object.entries(rest).map(([name, value]) => [spell(name), write(value)])),
  )
  say(shell, `Solutions whose first errors are known: ${gold}.`)
}

/** `screeningItems` is `--screening-items`, less the dashes before it. */
const spell = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function write(value: Settings[keyof Settings]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === null ? 'off' : String(value)
}
