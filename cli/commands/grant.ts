import type { Command } from 'commander'
import { print, printMessage, type Shell } from '@/cli/shell'

const help = `
Needs DATABASE_URL with the role that owns the database and runs "stepmark migrate". --role names the role of the servers and
workers: it can read and write rows, but not create tables, and only read and append to the audit log. Prints the statements.
Running it again changes nothing. See docs/audit.md.

If STEPMARK_ROLE_PASSWORD is set, the role is created if needed and gets that password. The role in DATABASE_URL must be
allowed to create roles. A role that already has this password is not changed.

Example:
  $ stepmark migrate && stepmark grant --role stepmark_app`

export function addGrant(parent: Command, shell: Shell): void {
  parent
    .command('grant')
    .description('grant the server role its rights')
    .requiredOption('--role <name>', 'name of the role')
    .addHelpText('after', help)
    .action(({ role }: { role: string }) => grant(shell, role))
}

async function grant(shell: Shell, role: string): Promise<void> {
  const { findCurrentDatabase, withHostDatabase } = await import('@/cli/host')
  const { readRolePassword } = await import('@/lib/platform/server/env')
  const { grantServerRights } = await import('@/lib/maintenance/server/grant-rights')
  const url = await findCurrentDatabase()
  const statements = await withHostDatabase(url, (client) =>
    grantServerRights(client, role, readRolePassword()),
  )
  reportGrant(shell, role, statements)
}

/** Also used by `migrate --grant`. */
export function reportGrant(shell: Shell, role: string, statements: readonly string[]): void {
  for (const statement of statements) print(shell, `${statement};`)
  printMessage(shell, `${role} has the rights of the servers and can’t change the audit log.`)
}
