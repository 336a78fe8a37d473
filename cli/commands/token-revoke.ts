import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { say, type Shell, showText } from '@/cli/shell'
import type { listTokensContract, revokeTokenContract } from '@/lib/auth/contract'
import { AppError } from '@/lib/platform/errors'

const help = `
TOKEN is its name, how its secret begins (stepmark token list shows both), or its id. It is dead at its next request;
to end the one you ask with, name it like any other.

Example:
  $ stepmark token revoke laptop`

export function addTokenRevoke(parent: Command, shell: Shell): void {
  const command = parent
    .command('revoke')
    .description('end a token of yours')
    .argument('<TOKEN>', 'its name, how it begins, or its id')
    .addHelpText('after', help)
    .action((named: string, options: ServerOptions) => revoke(shell, named, options))
  addServerOption(command)
}

async function revoke(shell: Shell, named: string, options: ServerOptions): Promise<void> {
  const server = findServer(options)
  const { tokens } = await callServer<typeof listTokensContract>(
    server,
    { method: 'get', path: '/tokens' },
    {},
  )
  const found = tokens.filter(({ id, name, prefix }) =>
    [id, name, prefix, `${prefix}…`].includes(named),
  )
  const [token, another] = found
  if (!token)
    throw new AppError(
      'not_found',
      `You have no token "${named}": stepmark token list shows yours.`,
    )
  if (another)
    throw new AppError(
      'conflict',
      `You have ${found.length} tokens "${named}". Say which by how it begins: ${found.map(({ prefix }) => prefix).join(', ')}.`,
    )
  await callServer<typeof revokeTokenContract>(
    server,
    { method: 'delete', path: '/tokens/{token}' },
    { token: token.id },
  )
  say(shell, `The token ${showText(token.name)} (${token.prefix}…) has ended.`)
}
