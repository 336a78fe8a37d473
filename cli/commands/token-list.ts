import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import type { listTokensContract } from '@/lib/auth/contract'

const help = `
One token a line: how its secret begins, its scope, when it ends, when it was last used, its name.

Example:
  $ stepmark token list`

export function addTokenList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('your tokens, without their secrets')
    .option('--json', 'everything about them, as JSON')
    .addHelpText('after', help)
    .action((options: ServerOptions & { json?: true }) => listTokens(shell, options))
  addServerOption(command)
}

async function listTokens(
  shell: Shell,
  { json, ...options }: ServerOptions & { json?: true },
): Promise<void> {
  const { tokens } = await callServer<typeof listTokensContract>(
    findServer(options),
    { method: 'get', path: '/tokens' },
    {},
  )
  if (json) return printJson(shell, { tokens })
  if (tokens.length === 0) return say(shell, 'You have no tokens.')
  const rows = tokens.map(({ prefix, scope, expiresAt, lastUsedAt, name }) => [
    `${prefix}…`,
    scope,
    expiresAt === null ? 'never ends' : `ends ${formatInstant(expiresAt)}`,
    lastUsedAt === null ? 'not used yet' : `used ${formatInstant(lastUsedAt)}`,
    name,
  ])
  print(shell, formatTable(rows))
}

/** `2026-11-21 22:04 UTC` */
function formatInstant(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
