import type { Command } from 'commander'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'
import { hostActor } from '@/lib/auth/actor'

interface Options {
  user: string
}

const help = `
Needs DATABASE_URL and NEXTAUTH_URL: run it on the server's host. Prints a single-use link to set a new password, valid for one
hour. For an admin whose first password has expired, or anyone who can't be helped by mail or an admin. Sign-in does not change
until the link is used. Verify first who is asking.

Example:
  $ stepmark user password-link --user ada@example.org`

export function addUserPasswordLinkCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('password-link')
    .description('create a password link')
    .requiredOption('--user <email>', 'email of the account')
    .addHelpText('after', help)
    .action((options: Options, command: Command) => makeLink(terminal, options, command))
}

async function makeLink(terminal: Terminal, options: Options, command: Command): Promise<void> {
  const { runOnMigratedDatabase } = await import('@/cli/host')
  const { parseContractInput } = await import('@/cli/parse-contract-input')
  const { createResetLinkForUser } = await import('@/lib/auth/server/accounts-commands')
  const input = parseContractInput(createResetLinkForUser.contract, { user: options.user }, command)
  const { link } = await runOnMigratedDatabase(() =>
    createResetLinkForUser.execute(hostActor, input),
  )
  printMessage(
    terminal,
    `Link for ${input.user} to set a new password, valid once within the next hour:`,
  )
  printLine(terminal, link)
}
