import type { Command } from 'commander'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'

const help = `
Needs DATABASE_URL with the role that owns the database and runs "stepmark migrate". --role names the role of the servers and
workers: it can read and write rows but can't create tables, not even temporary ones, and can only read and append to the audit
log. Prints the statements. Running it again changes nothing. See docs/audit.md.

If STEPMARK_ROLE_PASSWORD is set, the role is created if needed and gets that password. The role in DATABASE_URL must be
allowed to create roles. A role that already has this password is not changed.

Example:
  $ stepmark migrate && stepmark grant --role stepmark_app`

export function addDatabaseGrantCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('grant')
    .description('grant the server role its rights')
    .requiredOption('--role <name>', 'name of the role')
    .addHelpText('after', help)
    .action(({ role }: { role: string }) => grant(terminal, role))
}

async function grant(terminal: Terminal, role: string): Promise<void> {
  const { requireMigratedDatabase, withHostDatabase } = await import('@/cli/host')
  const { readRolePassword } = await import('@/lib/platform/server/env')
  const { grantServerRights } = await import('@/lib/maintenance/server/grant-rights')
  const url = await requireMigratedDatabase()
  const statements = await withHostDatabase(url, (client) =>
    grantServerRights(client, role, readRolePassword()),
  )
  printGrantedStatements(terminal, role, statements)
}

/** Also used by `migrate --grant`. */
export function printGrantedStatements(
  terminal: Terminal,
  role: string,
  statements: readonly string[],
): void {
  for (const statement of statements) printLine(terminal, `${statement};`)
  printMessage(terminal, `${role} has the rights of the servers and can’t change the audit log.`)
}
