import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { say, type Shell, showText } from '@/cli/shell'
import { findAccount } from '@/cli/user-calls'
import type { disableAccountContract } from '@/lib/auth/accounts-contract'

const help = `
For instance admins. Sessions and tokens end at once and for good, what the person holds goes back into the queue, what
they labelled stays. "user enable" lets them sign in again.

Example:
  $ stepmark user disable mei@example.org`

export function addUserDisable(parent: Command, shell: Shell): void {
  const command = parent
    .command('disable')
    .description('let an account in no more')
    .argument('<EMAIL>', 'whose')
    .addHelpText('after', help)
    .action((email: string, options: ServerOptions) => disable(shell, email, options))
  addServerOption(command)
}

async function disable(shell: Shell, email: string, options: ServerOptions): Promise<void> {
  const server = findServer(options)
  const { id, name } = await findAccount(server, email)
  await callServer<typeof disableAccountContract>(
    server,
    { method: 'post', path: '/accounts/{account}/disable' },
    { account: id },
  )
  say(shell, `${showText(name)} can no longer sign in.`)
}
