import { type Command, Option } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import { goldOrigins, type listGoldContract } from '@/lib/review/gold-contract'

type GoldItem = ReplyOf<typeof listGoldContract>['gold'][number]

interface Options extends ServerOptions {
  project: string
  from?: (typeof goldOrigins)[number]
  json?: true
}

const help = `
One solution a line, newest first: its name in the data or its id, its first errors (each is right), where they come
from, how many answered exactly of all who did, and since when. "import --labels gold" brings many.

Example:
  $ stepmark gold list --project competition-maths`

export function addGoldList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('solutions whose first error is known')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(new Option('--from <origin>', 'only what comes from there').choices(goldOrigins))
    .option('--json', 'everything about them, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => list(shell, options))
  addServerOption(command)
}

async function list(shell: Shell, { project, from, json, ...options }: Options): Promise<void> {
  const server = findServer(options)
  const gold: GoldItem[] = []
  let after: string | null | undefined = undefined
  while (after !== null) {
    const page: ReplyOf<typeof listGoldContract> = await callServer<typeof listGoldContract>(
      server,
      { method: 'get', path: '/projects/{project}/gold' },
      { project, origin: from, after, limit: 200 },
    )
    gold.push(...page.gold)
    after = page.next
  }
  if (json) return printJson(shell, { gold })
  if (gold.length === 0) return say(shell, 'There is no gold.')
  print(
    shell,
    formatTable(
      gold.map(({ solution, externalId, firstErrors, stepCount, origin, answers, at }) => [
        externalId ?? solution,
        firstErrors.length === 0
          ? 'no error'
          : `step ${firstErrors.map((step) => step + 1).join(' or ')}`,
        `of ${formatNoun(stepCount, 'step')}`,
        origin,
        `${answers.exact} of ${Object.values(answers).reduce((sum, count) => sum + count, 0)} exact`,
        `${formatInstant(at)} UTC`,
      ]),
    ),
  )
}
