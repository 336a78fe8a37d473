import type { Command } from 'commander'
import {
  makeProjectScopedListCommand,
  addListAction,
  type ProjectScopedListOptions,
} from '@/cli/list-command'
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
  const command = makeProjectScopedListCommand(parent, 'list the releases of a project')
  addListAction<Release, ProjectScopedListOptions>(command, terminal, {
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
