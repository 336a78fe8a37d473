import type { Command } from 'commander'
import { addListAction } from '@/cli/list-command'
import { callServer, type ServerOptions } from '@/cli/server-connection'
import type { Terminal } from '@/cli/terminal'
import type { ApiReply } from '@/lib/client/call-api'

const help = `
Prints one project per line: slug, your role, overlap, name.

Example:
  $ stepmark project list`

type Project = ApiReply<'get /projects'>['projects'][number]

export function addProjectListCommand(parent: Command, terminal: Terminal): void {
  const command = parent.command('list').description('list your projects (instance admins: all)')
  addListAction<Project, ServerOptions>(command, terminal, {
    help,
    read: async (server) => (await callServer(server, 'get /projects', {})).projects,
    name: 'projects',
    emptyMessage: 'No projects yet. Create one with "stepmark project create".',
    format: ({ slug, role, overlap, name }) => [slug, role ?? '-', `overlap ${overlap}`, name],
  })
}
