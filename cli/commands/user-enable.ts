import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { printMessage, sanitizeForTerminal, type Shell } from '@/cli/shell'
import { findAccount } from '@/cli/user-requests'
import type { enableAccountContract } from '@/lib/auth/accounts-contract'

const help = `
Instance admins only. The person keeps their projects and roles. Ended tokens stay ended.

Example:
  $ stepmark user enable mei@example.org`

export function addUserEnable(parent: Command, shell: Shell): void {
  const command = parent
    .command('enable')
    .description('enable a disabled account')
    .argument('<EMAIL>', 'email of the account')
    .addHelpText('after', help)
    .action((email: string, options: ServerOptions) => enable(shell, email, options))
  addServerOption(command)
}

async function enable(shell: Shell, email: string, options: ServerOptions): Promise<void> {
  const server = findServer(shell, options)
  const { id, name } = await findAccount(server, email)
  await callServer<typeof enableAccountContract>(
    server,
    { method: 'post', path: '/accounts/{account}/enable' },
    { account: id },
  )
  printMessage(shell, `${sanitizeForTerminal(name)} can sign in again.`)
}
