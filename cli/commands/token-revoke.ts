import type { Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { AppError } from '@/lib/platform/errors'

const help = `
TOKEN is its name, its first characters (see "stepmark token list") or its id. It stops working at once. You can also revoke
the token that you are using.

Example:
  $ stepmark token revoke laptop`

export function addTokenRevokeCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('revoke')
    .description('revoke a token')
    .argument('<TOKEN>', 'name, first characters or id of the token')
    .addHelpText('after', help)
    .action((nameOrId: string, options: ServerOptions) => revokeByName(terminal, nameOrId, options))
  addServerOption(command)
}

async function revokeByName(
  terminal: Terminal,
  nameOrId: string,
  options: ServerOptions,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const { tokens } = await callServer(server, 'get /tokens', {})
  const matches = tokens.filter(({ id, name, prefix }) =>
    [id, name, prefix, `${prefix}…`].includes(nameOrId),
  )
  const [token, secondMatch] = matches
  if (!token)
    throw new AppError(
      'not_found',
      `You have no token "${nameOrId}". To see yours: stepmark token list.`,
    )
  if (secondMatch)
    throw new AppError(
      'conflict',
      `You have ${matches.length} tokens "${nameOrId}". Use the first characters of one: ${matches.map(({ prefix }) => prefix).join(', ')}.`,
    )
  await callServer(server, 'delete /tokens/{token}', { token: token.id })
  printMessage(terminal, `Token ${sanitiseForTerminal(token.name)} (${token.prefix}…) revoked.`)
}
