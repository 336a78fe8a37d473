import type { Command } from 'commander'
import { printMessage, type Terminal } from '@/cli/terminal'
import { hostActor } from '@/lib/auth/actor'

interface Options {
  user: string
}

const help = `
Needs DATABASE_URL: run it on the server's host. For a person who has lost both their device and their recovery codes. They then
sign in with the password only, until they turn two-factor sign-in on again. Verify first who is asking.

Example:
  $ stepmark user totp-off --user ada@example.org`

export function addUserTotpOffCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('totp-off')
    .description('turn off two-factor sign-in for an account')
    .requiredOption('--user <email>', 'email of the account')
    .addHelpText('after', help)
    .action((options: Options, command: Command) => turnOffTotp(terminal, options, command))
}

async function turnOffTotp(terminal: Terminal, options: Options, command: Command): Promise<void> {
  const { runOnMigratedDatabase } = await import('@/cli/host')
  const { parseContractInput } = await import('@/cli/parse-contract-input')
  const { endTotpFor } = await import('@/lib/auth/server/totp-commands')
  const input = parseContractInput(endTotpFor.contract, { user: options.user }, command)
  const { wasOn } = await runOnMigratedDatabase(() => endTotpFor.execute(hostActor, input))
  printMessage(
    terminal,
    wasOn
      ? `Two-factor sign-in is now off for ${input.user}.`
      : `Two-factor sign-in was not on for ${input.user}.`,
  )
}
