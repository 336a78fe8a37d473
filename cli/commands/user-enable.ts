import type { Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { findAccount } from '@/cli/user-requests'

const help = `
Instance admins only. The person keeps their projects and roles. Ended tokens stay ended.

Example:
  $ stepmark user enable mei@example.org`

export function addUserEnableCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('enable')
    .description('enable a disabled account')
    .argument('<EMAIL>', 'email of the account')
    .addHelpText('after', help)
    .action((email: string, options: ServerOptions) => enableUser(terminal, email, options))
  addServerOption(command)
}

async function enableUser(
  terminal: Terminal,
  email: string,
  options: ServerOptions,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const { id, name } = await findAccount(server, email)
  await callServer(server, 'post /accounts/{account}/enable', { account: id })
  printMessage(terminal, `${sanitiseForTerminal(name)} can sign in again.`)
}
