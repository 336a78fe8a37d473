import type { Command } from 'commander'
import { print, say, type Shell } from '@/cli/shell'
import { host } from '@/lib/auth/actor'

interface Options {
  user: string
}

const help = `
Needs DATABASE_URL and NEXTAUTH_URL: run it on the server's host. Prints a link, once, on standard output, by which a new
password is set within the hour: for an admin whose first password is over, and whoever else neither mail nor an admin can
help. What signs them in until then is as it was. See first that it is them who ask.

Example:
  $ stepmark user password-link --user ada@example.org`

export function addUserPasswordLink(parent: Command, shell: Shell): void {
  parent
    .command('password-link')
    .description('make a link for a new password')
    .requiredOption('--user <email>', 'whose account it is')
    .addHelpText('after', help)
    .action((options: Options) => makeLink(shell, options))
}

async function makeLink(shell: Shell, options: Options): Promise<void> {
  const { onHost } = await import('@/cli/host')
  const { readHostInput } = await import('@/cli/host-input')
  const { createResetLinkFor } = await import('@/lib/auth/server/accounts-commands')
  const input = readHostInput(createResetLinkFor.contract, { user: options.user })
  const { link } = await onHost(() => createResetLinkFor.execute(host, input))
  say(shell, `${input.user} sets a new password by this link, once, within the hour:`)
  print(shell, link)
}
