import type { Command } from 'commander'
import {
  makeProjectScopedListCommand,
  addListAction,
  type ProjectScopedListOptions,
} from '@/cli/list-command'
import { listRounds, type Round } from '@/cli/round-requests'
import type { Terminal } from '@/cli/terminal'
import { formatInstant, formatQuantity } from '@/lib/platform/format'

const help = `
Prints one round per line, newest first: number (- for a plan), state, queued solutions, slices, planning time, and who
planned or started it.

Example:
  $ stepmark round list --project competition-maths`

export function addRoundListCommand(parent: Command, terminal: Terminal): void {
  const command = makeProjectScopedListCommand(parent, 'list the rounds of a project')
  addListAction<Round, ProjectScopedListOptions>(command, terminal, {
    help,
    jsonHelp: 'print the rounds as JSON, without their first items',
    read: (server, { project }) => listRounds({ terminal, server, project }),
    name: 'rounds',
    emptyMessage: 'No rounds yet. Plan one with "stepmark round plan".',
    format: ({ number, state, outcome, createdAt, by }) => [
      number === null ? '-' : String(number),
      state,
      outcome === null ? '-' : formatQuantity(outcome.queued, 'solution'),
      outcome?.slices.flatMap(({ slice, queued }) => (queued > 0 ? [slice] : [])).join(', ') ?? '-',
      `${formatInstant(createdAt)} UTC`,
      by,
    ],
  })
}
