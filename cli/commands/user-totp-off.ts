import type { Command } from 'commander'
import { say, type Shell } from '@/cli/shell'
import { host } from '@/lib/auth/actor'

interface Options {
  user: string
}

const help = `
Needs DATABASE_URL: run it on the server's host. For somebody who has lost both the device and the recovery codes: from
then on their password alone signs them in, until they switch codes on again. See first that it is them who ask.

Example:
  $ stepmark user totp-off --user ada@example.org`

export function addUserTotpOff(parent: Command, shell: Shell): void {
  parent
    .command('totp-off')
    .description('sign somebody in without codes of their device')
    .requiredOption('--user <email>', 'whose account it is')
    .addHelpText('after', help)
    .action((options: Options) => switchOff(shell, options))
}

async function switchOff(shell: Shell, options: Options): Promise<void> {
  const { onHost } = await import('@/cli/host')
  const { readHostInput } = await import('@/cli/host-input')
  const { endTotpFor } = await import('@/lib/auth/server/totp-commands')
  const input = readHostInput(endTotpFor.contract, { user: options.user })
  const { wasOn } = await onHost(() => endTotpFor.execute(host, input))
  say(
    shell,
    wasOn
      ? `${input.user} signs in without codes from now on.`
      : `Codes were not on for ${input.user}.`,
  )
}
