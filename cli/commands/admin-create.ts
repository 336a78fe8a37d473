import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import { print, printMessage, type Shell } from '@/cli/shell'
import { hostActor } from '@/lib/auth/actor'

interface Options {
  email: string
  name: string
  passwordStdin?: true
}

/** 22 characters of 6 bits each are at least 128 bits, like every secret here. */
const passwordLength = 22

const help = `
Needs DATABASE_URL. Without --password-stdin it generates a password and prints it once on standard output. That password is
valid for 7 days and must be changed at first sign-in. After that, create a link with "stepmark user password-link".

Example:
  $ stepmark admin create --email ada@example.org --name "Ada Okoro"
  $ echo "correct horse battery staple" | stepmark admin create --email mei@example.org --name "Mei Lin" --password-stdin`

export function addAdminCreate(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('create an instance admin')
    .requiredOption('--email <address>', 'email address for sign-in')
    .requiredOption('--name <name>', 'display name')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', help)
    .action((options: Options) => makeAdmin(shell, options))
}

async function makeAdmin(shell: Shell, { email, name, passwordStdin }: Options): Promise<void> {
  const { runOnHost } = await import('@/cli/host')
  const { readHostInput } = await import('@/cli/host-input')
  const { createAdmin } = await import('@/lib/auth/server/commands')
  const { generateSecret } = await import('@/lib/auth/server/secrets')
  if (passwordStdin && Reflect.get(shell.input, 'isTTY') === true)
    printMessage(shell, 'Type the password (it will be visible), then press Enter and Ctrl-D.')
  const password = passwordStdin
    ? (await readText(shell.input)).replace(/\r?\n$/, '')
    : generateSecret().slice(0, passwordLength)
  const input = readHostInput(createAdmin.contract, {
    ...{ email, name, password },
    isFirstPassword: !passwordStdin,
  })
  await runOnHost(() => createAdmin.execute(hostActor, input))
  printMessage(shell, `${input.email} is an instance admin.`)
  if (passwordStdin) return
  printMessage(
    shell,
    'The password is shown only once. It is valid for 7 days and must be changed at first sign-in. ' +
      `After that: stepmark user password-link --user ${input.email}`,
  )
  print(shell, password)
}
