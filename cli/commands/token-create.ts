import { type Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '@/cli/errors'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { hostActor, type TokenScope } from '@/lib/auth/actor'

interface Options {
  user?: string
  name: string
  scope: TokenScope
  days: number | 'never'
  json?: true
}

const scopes = ['read', 'write'] as const satisfies readonly TokenScope[]

const help = `
Needs DATABASE_URL: run it on the server's host. Prints the token once, on standard output.

Example:
  $ export STEPMARK_TOKEN="$(stepmark token create --user ada@example.org --name laptop --scope write)"`

export function addTokenCreateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('create an API token')
    .option('--user <email>', 'email of the account')
    .requiredOption('--name <name>', 'name of the token')
    .addOption(new Option('--scope <scope>', 'read or write').choices(scopes).default('read'))
    .option('--days <number>', 'days until it expires, or never', readDays, 90)
    .option('--json', 'print the token as JSON')
    .addHelpText('after', help)
    .action((options: Options, command: Command) => makeToken(terminal, options, command))
}

function readDays(text: string): number | 'never' {
  if (text === 'never') return text
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number or never.')
  return Number(text)
}

async function makeToken(
  terminal: Terminal,
  { json, days, ...options }: Options,
  command: Command,
): Promise<void> {
  if (options.user === undefined)
    throw new UsageError(
      'No account. Pass --user EMAIL on the host of the server, with DATABASE_URL set. For safety, a token can’t ' +
        'create another one over the network.',
    )
  const { runOnMigratedDatabase } = await import('@/cli/host')
  const { parseContractInput } = await import('@/cli/parse-contract-input')
  const { createTokenForUser } = await import('@/lib/auth/server/commands')
  const input = parseContractInput(
    createTokenForUser.contract,
    { ...options, days: days === 'never' ? null : days },
    command,
  )
  const token = await runOnMigratedDatabase(() => createTokenForUser.execute(hostActor, input))
  const expiry =
    token.expiresAt === null ? 'never expires' : `expires on ${token.expiresAt.slice(0, 10)}`
  printMessage(terminal, `The token can ${input.scope} and ${expiry}. It is shown only once.`)
  if (json) printJson(terminal, token)
  else printLine(terminal, token.secret)
}
