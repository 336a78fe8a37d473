import type { Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatInstant } from '@/lib/platform/format'

const help = `
Prints one token per line: first characters, scope, expiry, last use, name.

Example:
  $ stepmark token list`

export function addTokenListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list your tokens')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: ServerOptions & { json?: true }) => listTokens(terminal, options))
  addServerOption(command)
}

async function listTokens(
  terminal: Terminal,
  { json, ...options }: ServerOptions & { json?: true },
): Promise<void> {
  const { tokens } = await callServer(readServerConnection(terminal, options), 'get /tokens', {})
  if (json) return printJson(terminal, { tokens })
  if (tokens.length === 0)
    return printMessage(terminal, 'No tokens yet. Create one with "stepmark token create".')
  const rows = tokens.map(({ prefix, scope, expiresAt, lastUsedAt, name }) => [
    `${prefix}…`,
    scope,
    expiresAt === null ? 'never expires' : `expires ${formatInstant(expiresAt)} UTC`,
    lastUsedAt === null ? 'never used' : `used ${formatInstant(lastUsedAt)} UTC`,
    name,
  ])
  printLine(terminal, formatTable(rows))
}
