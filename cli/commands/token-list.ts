import type { Command } from 'commander'
import { addListAction } from '@/cli/list-command'
import { callServer, type ServerOptions } from '@/cli/server-connection'
import type { Terminal } from '@/cli/terminal'
import type { ApiReply } from '@/lib/client/call-api'
import { formatInstant } from '@/lib/platform/format'

const help = `
Prints one token per line: first characters, scope, expiry, last use, name.

Example:
  $ stepmark token list`

type Token = ApiReply<'get /tokens'>['tokens'][number]

export function addTokenListCommand(parent: Command, terminal: Terminal): void {
  const command = parent.command('list').description('list your tokens')
  addListAction<Token, ServerOptions>(command, terminal, {
    help,
    read: async (server) => (await callServer(server, 'get /tokens', {})).tokens,
    name: 'tokens',
    emptyMessage: 'No tokens yet. Create one with "stepmark token create".',
    format: ({ prefix, scope, expiresAt, lastUsedAt, name }) => [
      `${prefix}…`,
      scope,
      expiresAt === null ? 'never expires' : `expires ${formatInstant(expiresAt)} UTC`,
      lastUsedAt === null ? 'never used' : `used ${formatInstant(lastUsedAt)} UTC`,
      name,
    ],
  })
}
