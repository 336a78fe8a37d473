import type { Command } from 'commander'
import { print, say, type Shell } from '@/cli/shell'

const help = `
Needs DATABASE_URL with the role that owns the database and runs "stepmark migrate". The role named here is the one that
the servers and workers use: it may read and write rows, make no tables, and only read and add to the audit log. Prints the
statements; the second time changes nothing. See docs/audit.md.

With STEPMARK_ROLE_PASSWORD the role is made where it is not there, and has that password from then on: whoever DATABASE_URL
names has to be somebody who may make roles. One that has that password already keeps it as PostgreSQL keeps it.

Example:
  $ stepmark migrate && stepmark grant --role stepmark_app`

export function addGrant(parent: Command, shell: Shell): void {
  parent
    .command('grant')
    .description('give the role of the servers what it needs, and no more')
    .requiredOption('--role <name>', 'its name')
    .addHelpText('after', help)
    .action(({ role }: { role: string }) => grant(shell, role))
}

async function grant(shell: Shell, role: string): Promise<void> {
  const { findCurrentDatabase, useConnection } = await import('@/cli/host')
  const { readRolePassword } = await import('@/lib/platform/server/env')
  const { grantRights } = await import('@/lib/maintenance/server/grant-rights')
  const url = await findCurrentDatabase()
  const statements = await useConnection(url, (client) =>
    grantRights(client, role, readRolePassword()),
  )
  tellGrant(shell, role, statements)
}

/** Used by `migrate --grant` too. */
export function tellGrant(shell: Shell, role: string, statements: readonly string[]): void {
  for (const statement of statements) print(shell, `${statement};`)
  say(shell, `${role} may do what the servers do, and not change what the audit log says.`)
}
