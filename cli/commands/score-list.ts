import type { Command } from 'commander'
import { describeRunScorer } from '@/cli/describe-scoring'
import {
  makeProjectScopedListCommand,
  addListAction,
  type ProjectScopedListOptions,
} from '@/cli/list-command'
import { listScoreRuns, type ScoreRun } from '@/cli/score-requests'
import type { Terminal } from '@/cli/terminal'
import { formatCount, formatInstant } from '@/lib/platform/format'

const help = `
Prints one run per line, newest first: number, scorer and model, state, solutions scored, failures, time, who started it.

Example:
  $ stepmark score list --project competition-maths`

export function addScoreListCommand(parent: Command, terminal: Terminal): void {
  const command = makeProjectScopedListCommand(parent, 'list the score runs of a project')
  addListAction<ScoreRun, ProjectScopedListOptions>(command, terminal, {
    help,
    read: (server, { project }) => listScoreRuns({ terminal, server, project }),
    name: 'runs',
    emptyMessage: 'No score runs yet. Start one with "stepmark score run".',
    format: (run) => [
      String(run.number),
      describeRunScorer(run),
      run.state,
      describeDone(run),
      `${formatCount(run.failedRows)} failed`,
      `${formatInstant(run.createdAt)} UTC`,
      run.by,
    ],
  })
}

/** The size of an unfinished import is not known. */
function describeDone({ kind, state, doneRows, allRows }: ScoreRun): string {
  const isUnfinishedImport = kind === 'imported' && state !== 'done'
  return `${formatCount(doneRows)} of ${isUnfinishedImport || allRows === null ? '?' : formatCount(allRows)}`
}
