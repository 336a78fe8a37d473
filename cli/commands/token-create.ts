import { type Command, InvalidArgumentError, Option } from 'commander'
import { print, printJson, say, type Shell } from '@/cli/shell'
import { UsageError } from '@/cli/refusals'
import { host, type TokenScope } from '@/lib/auth/actor'

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

export function addTokenCreate(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('make a token for an account')
    .option('--user <email>', 'whose token it is')
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--scope <scope>', 'what it allows').choices(scopes).default('read'))
    .option('--days <number>', 'until it ends, or never', readDays, 90)
    .option('--json', 'the token and when it ends, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => makeToken(shell, options))
}

function readDays(text: string): number | 'never' {
  if (text === 'never') return text
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number, or never.')
  return Number(text)
}

async function makeToken(shell: Shell, { json, days, ...options }: Options): Promise<void> {
  if (options.user === undefined)
    throw new UsageError(
      'Say whose token it is: --user EMAIL, on the host of the server, with DATABASE_URL. A token cannot make another ' +
        'over the network, so that one that leaks ends when you end it.',
    )
  const { onHost } = await import('@/cli/host')
  const { readHostInput } = await import('@/cli/host-input')
  const { createTokenFor } = await import('@/lib/auth/server/commands')
  const input = readHostInput(createTokenFor.contract, {
    ...options,
    days: days === 'never' ? null : days,
  })
  const token = await onHost(() => createTokenFor.execute(host, input))
  const end = token.expiresAt === null ? 'never ends' : `ends on ${token.expiresAt.slice(0, 10)}`
  say(shell, `The token may ${input.scope} and ${end}. It is shown this once.`)
  if (json) printJson(shell, token)
  else print(shell, token.secret)
}
