import type { Command } from 'commander'
import { listHeldOutLists, type HeldOutList } from '@/cli/held-out-lists'
import {
  makeProjectScopedListCommand,
  addListAction,
  type ProjectScopedListOptions,
} from '@/cli/list-command'
import type { Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Prints one list per line: name, problems, problems in the project, SHA-256.

Example:
  $ stepmark release held-out list --project competition-maths`

export function addHeldOutListCommand(parent: Command, terminal: Terminal): void {
  const command = makeProjectScopedListCommand(parent, 'list the lists of held-out problems')
  addListAction<HeldOutList, ProjectScopedListOptions>(command, terminal, {
    help,
    read: (server, { project }) => listHeldOutLists(server, project),
    name: 'lists',
    emptyMessage: 'No held-out lists yet. Add one with "stepmark release held-out add".',
    format: ({ name, problems, inProject, sha256 }) => [
      name,
      formatQuantity(problems, 'problem'),
      `${inProject} in the project`,
      sha256,
    ],
  })
}
