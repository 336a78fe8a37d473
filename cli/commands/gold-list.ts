import { type Command, Option } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { goldOrigins, type listGoldContract } from '@/lib/gold/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant, formatQuantity } from '@/lib/platform/format'

type GoldItem = ReplyOf<typeof listGoldContract>['gold'][number]

interface Options extends ServerOptions {
  project: string
  from?: (typeof goldOrigins)[number]
  json?: true
}

const help = `
Prints one solution per line, newest first: external id or id, accepted first errors, origin, exact matches of all answers
(in normal work, in screening), and time. To import many, use "import --labels gold".

Example:
  $ stepmark gold list --project competition-maths`

export function addGoldListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list gold solutions')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addOption(new Option('--from <origin>', 'only gold of this origin').choices(goldOrigins))
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => listGold(terminal, options))
  addServerOption(command)
}

async function listGold(
  terminal: Terminal,
  { project, from, json, ...options }: Options,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const gold: GoldItem[] = []
  let after: string | null | undefined = undefined
  while (after !== null) {
    const page: ReplyOf<typeof listGoldContract> = await callServer(
      server,
      'get /projects/{project}/gold',
      { project, origin: from, after, limit: 200 },
    )
    gold.push(...page.gold)
    after = page.next
  }
  if (json) return printJson(terminal, { gold })
  if (gold.length === 0)
    return printMessage(terminal, 'No gold yet. Add some with "stepmark gold mark".')
  printLine(
    terminal,
    formatTable(
      gold.map((item) => [
        item.externalId ?? item.solution,
        item.firstErrors.length === 0
          ? 'no error'
          : `step ${item.firstErrors.map((step) => step + 1).join(' or ')}`,
        `of ${formatQuantity(item.stepCount, 'step')}`,
        item.origin,
        `${formatAnswers(item.answers)} exact`,
        `screening ${formatAnswers(item.screeningAnswers)}`,
        `${formatInstant(item.at)} UTC`,
      ]),
    ),
  )
}

const formatAnswers = (answers: GoldItem['answers']) =>
  `${answers.exact} of ${Object.values(answers).reduce((sum, count) => sum + count, 0)}`
