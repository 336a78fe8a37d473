import { type Command, Option } from 'commander'
import {
  makeProjectScopedListCommand,
  addListAction,
  type ProjectScopedListOptions,
} from '@/cli/list-command'
import { callServer, type ServerConnection } from '@/cli/server-connection'
import type { Terminal } from '@/cli/terminal'
import { goldOrigins, type listGoldContract } from '@/lib/gold/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant, formatQuantity } from '@/lib/platform/format'

type GoldItem = ReplyOf<typeof listGoldContract>['gold'][number]

interface Options extends ProjectScopedListOptions {
  from?: (typeof goldOrigins)[number]
}

const help = `
Prints one solution per line, newest first: external id or id, accepted first errors, origin, exact matches of all answers
(in normal work, in screening), and time. To import many, use "import --labels gold".

Example:
  $ stepmark gold list --project competition-maths`

export function addGoldListCommand(parent: Command, terminal: Terminal): void {
  const command = makeProjectScopedListCommand(parent, 'list gold solutions').addOption(
    new Option('--from <origin>', 'only gold of this origin').choices(goldOrigins),
  )
  addListAction<GoldItem, Options>(command, terminal, {
    help,
    read: listAllGold,
    name: 'gold',
    emptyMessage: 'No gold yet. Add some with "stepmark gold mark".',
    format: (item) => [
      item.externalId ?? item.solution,
      item.firstErrors.length === 0
        ? 'no error'
        : `step ${item.firstErrors.map((step) => step + 1).join(' or ')}`,
      `of ${formatQuantity(item.stepCount, 'step')}`,
      item.origin,
      `${formatAnswers(item.answers)} exact`,
      `screening ${formatAnswers(item.screeningAnswers)}`,
      `${formatInstant(item.at)} UTC`,
    ],
  })
}

async function listAllGold(
  server: ServerConnection,
  { project, from }: Options,
): Promise<GoldItem[]> {
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
  return gold
}

const formatAnswers = (answers: GoldItem['answers']) =>
  `${answers.exact} of ${Object.values(answers).reduce((sum, count) => sum + count, 0)}`
