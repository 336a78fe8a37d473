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
Instance admins only. Ends sessions and tokens at once; they don't come back when you enable the account. Returns leased
solutions to the queue. Annotations are kept. To allow sign-in again: "stepmark user enable".

Example:
  $ stepmark user disable mei@example.org`

export function addUserDisableCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('disable')
    .description('disable an account')
    .argument('<EMAIL>', 'email of the account')
    .addHelpText('after', help)
    .action((email: string, options: ServerOptions) => disableUser(terminal, email, options))
  addServerOption(command)
}

async function disableUser(
  terminal: Terminal,
  email: string,
  options: ServerOptions,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const { id, name } = await findAccount(server, email)
  await callServer(server, 'post /accounts/{account}/disable', { account: id })
  printMessage(terminal, `${sanitiseForTerminal(name)} can no longer sign in.`)
}
