import type { Command } from 'commander'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { type Account, listAccounts, listMembers } from '@/cli/user-requests'
import { formatInstant } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project?: string
  json?: true
}

const help = `
With --project, prints one member per line: email, role, name. Without it, all accounts (instance admins): email, status, last
seen, projects, name.

Example:
  $ stepmark user list --project competition-maths
  $ stepmark user list`

export function addUserListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list members or accounts')
    .option('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => listUsers(terminal, options))
  addServerOption(command)
}

async function listUsers(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  if (project === undefined) {
    const accounts = await listAccounts(server)
    if (json) return printJson(terminal, { accounts })
    return printLine(terminal, formatTable(accounts.map(describeAccount)))
  }
  const members = await listMembers(server, project)
  if (json) return printJson(terminal, { members })
  if (members.length === 0) return printMessage(terminal, 'No members yet.')
  printLine(
    terminal,
    formatTable(
      members.map(({ email, role, isDisabled, name }) => [
        email,
        isDisabled ? `${role}, disabled` : role,
        name,
      ]),
    ),
  )
}

function describeAccount({
  email,
  disabledAt,
  isInstanceAdmin,
  lastSeenAt,
  projects,
  name,
}: Account): string[] {
  return [
    email,
    disabledAt !== null ? 'disabled' : isInstanceAdmin ? 'instance admin' : '-',
    lastSeenAt === null ? 'never seen' : `seen ${formatInstant(lastSeenAt)} UTC`,
    projects.map(({ slug, role }) => `${slug} (${role})`).join(', ') || 'no project',
    name,
  ]
}
