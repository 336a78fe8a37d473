import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'
import { hostActor } from '@/lib/auth/actor'

interface Options {
  email: string
  name: string
  passwordStdin?: true
}

/** Each character has 6 random bits. */
const passwordLength = 22

const help = `
Needs DATABASE_URL. Without --password-stdin it generates a password and prints it once on standard output. That password is
valid for 7 days and must be changed at first sign-in. If it has expired, create a link with
"stepmark user password-link".

Example:
  $ stepmark admin create --email ada@example.org --name "Ada Okoro"
  $ echo "correct horse battery staple" | stepmark admin create --email mei@example.org --name "Mei Lin" --password-stdin`

export function addAdminCreateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('create an instance admin')
    .requiredOption('--email <address>', 'email address for sign-in')
    .requiredOption('--name <name>', 'display name')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', help)
    .action((options: Options, command: Command) => makeAdmin(terminal, options, command))
}

async function makeAdmin(
  terminal: Terminal,
  { email, name, passwordStdin }: Options,
  command: Command,
): Promise<void> {
  const { runOnMigratedDatabase } = await import('@/cli/host')
  const { parseContractInput } = await import('@/cli/parse-contract-input')
  const { createAdmin } = await import('@/lib/auth/server/commands')
  const { generateSecret } = await import('@/lib/auth/server/secrets')
  if (passwordStdin && Reflect.get(terminal.input, 'isTTY') === true)
    printMessage(terminal, 'Type the password (it will be visible), then press Enter and Ctrl-D.')
  const password = passwordStdin
    ? (await readText(terminal.input)).replace(/\r?\n$/, '')
    : generateSecret().slice(0, passwordLength)
  const input = parseContractInput(
    createAdmin.contract,
    { email, name, password, isFirstPassword: !passwordStdin },
    command,
  )
  await runOnMigratedDatabase(() => createAdmin.execute(hostActor, input))
  printMessage(terminal, `${input.email} is an instance admin.`)
  if (passwordStdin) return
  printMessage(
    terminal,
    'The password is shown only once. It is valid for 7 days and must be changed at first sign-in. ' +
      `If it has expired: stepmark user password-link --user ${input.email}`,
  )
  printLine(terminal, password)
}
