import type { Command } from 'commander'
import { makeProjectListCommand, addRowList, type ProjectListOptions } from '@/cli/list-command'
import { callServer } from '@/cli/server-connection'
import type { Terminal } from '@/cli/terminal'
import type { ApiReply } from '@/lib/client/call-api'
import { formatInstant, formatQuantity } from '@/lib/platform/format'

const help = `
Prints one release per line, newest first: number, name, state, files, time, creator.

Example:
  $ stepmark release list --project competition-maths`

type Release = ApiReply<'get /projects/{project}/releases'>['releases'][number]

export function addReleaseListCommand(parent: Command, terminal: Terminal): void {
  const command = makeProjectListCommand(parent, 'list the releases of a project')
  addRowList<Release, ProjectListOptions>(command, terminal, {
    help,
    read: async (server, { project }) =>
      (await callServer(server, 'get /projects/{project}/releases', { project })).releases,
    name: 'releases',
    emptyMessage: 'No releases yet. Create one with "stepmark release create".',
    format: ({ number, name, state, files, createdAt, by }) => [
      String(number),
      name,
      state,
      formatQuantity(files.length, 'file'),
      `${formatInstant(createdAt)} UTC`,
      by,
    ],
  })
}
