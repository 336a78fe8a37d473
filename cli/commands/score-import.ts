import type { Command } from 'commander'
import { Interrupted, withInterrupt } from '@/cli/interrupt'
import { findSource, type Source } from '@/cli/open-input'
import { LeftOnServer, UsageError } from '@/cli/refusals'
import {
  beginImport,
  cancelRun,
  findRun,
  finishImport,
  getRun,
  resumeRun,
  type ScoreCalls,
  type ScoreRun,
} from '@/cli/score-calls'
import { describeRun } from '@/cli/score-words'
import type { SentScores } from '@/cli/send-scores'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell } from '@/cli/shell'
import { AppError } from '@/lib/platform/errors'
import { formatCount, formatNoun } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  name?: string
  scorer?: string
  resume?: string
  json?: true
}

const help = `
Scores that were computed elsewhere, for solutions that are in the project: one line of JSON a solution, in the shape that
"stepmark score export" writes. Which solution is meant says solution_id, else external_id (of the solution), else
unique_id (of the problem; else problem, its statement) with steps or text. Its scores are rating_probs (of each step
{"-1": ..., "0": ..., "1": ...}), else step_scores (P(correct) of each step), else prm_score, one number of any size for
the whole. As many as there are steps; other keys are let be.

They become a score run of their own, which rounds, Evaluate and exports take as any other. Lines that cannot be used are
named, and the rest go in: the command then ends with 1. Ctrl-C cancels the run; what was stored stays. --resume goes on
with a run that is not done: the same file again stores what is missing. Prints the number of the run.

Example:
  $ stepmark score import scores.jsonl --project competition-maths --name "prm-7b step 2000"
  $ gzip -c scores.jsonl | stepmark score import - --project competition-maths --name "prm-7b step 3000" --scorer prm-7b`

export function addScoreImport(parent: Command, shell: Shell): void {
  const command = parent
    .command('import')
    .description('bring in scores of solutions that are there already')
    .argument('<FILE>', 'JSONL, gzip or not; "-" for standard input')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--name <words>', 'what scored, as it is to be shown')
    .option(
      '--scorer <name>',
      'the scorer that the run is of; made where it is new (default: Imported)',
    )
    .option('--resume <NUMBER>', 'go on with a run of imported scores')
    .option('--json', 'the run, and what became of the lines, as JSON')
    .addHelpText('after', help)
    .action((file: string, options: Options) => importScores(shell, file, options))
  addServerOption(command)
}

async function importScores(shell: Shell, file: string, options: Options): Promise<void> {
  const { project, json } = options
  refuseMixtures(options)
  const server = findServer(options)
  const source = await findSource(shell, file)
  const { run, sent } = await withInterrupt((signal) =>
    sendAll({ shell, server, project, signal }, source, options),
  )
  if (sent.refused > 0) shell.status = 1
  if (json) printJson(shell, { ...run, ...sent })
  else print(shell, String(run.number))
  say(shell, `${describeRun(run)}${describeSent(sent)}`)
}

function refuseMixtures({ name, scorer, resume }: Options): void {
  if (resume === undefined && (name === undefined || name.trim() === ''))
    throw new UsageError('Say what scored: --name "prm-7b step 2000". Nothing was done.')
  if (resume !== undefined && (name !== undefined || scorer !== undefined))
    throw new UsageError('A run that is resumed has its name and scorer already. Nothing was done.')
}

async function sendAll(
  calls: ScoreCalls,
  source: Source,
  { name = '', scorer, resume }: Options,
): Promise<{ run: ScoreRun; sent: SentScores }> {
  const { sendScoreFile } = await import('@/cli/send-scores')
  let run: ScoreRun | null = resume === undefined ? null : await openAgain(calls, resume)
  const begin = async () => {
    run ??= await beginImport(calls, { name, scorer })
    return run.run
  }
  try {
    const sent = await sendScoreFile(calls, source, begin)
    if (run === null) throw refuseAll(source, sent)
    if (resume !== undefined || sent.stored > 0)
      return { run: await finishImport(calls, run.run, sent.refused), sent }
    return { run: await cancelRun(calls, run.run), sent }
  } catch (error) {
    throw run === null ? error : await explainWhatStays(calls, source, run, error)
  }
}

function refuseAll({ name }: Source, { lines }: SentScores): AppError {
  const words = lines === 0 ? 'The file is empty.' : 'No line of it can be used.'
  return new AppError('invalid_lines', `${name}: ${words} No run was begun.`)
}

async function openAgain(calls: ScoreCalls, number: string): Promise<ScoreRun> {
  const run = await findRun(calls, number)
  if (run.kind !== 'imported')
    throw new UsageError(
      `Run ${run.number} is of ${run.scorerName}, which makes its own scores. Nothing was done.`,
    )
  return run.state === 'running' ? run : resumeRun(calls, run.run)
}

/** Ctrl-C cancels the run; whatever else ended the sending leaves it unfinished. Gives what is to be thrown. */
async function explainWhatStays(
  calls: ScoreCalls,
  source: Source,
  { run, number }: ScoreRun,
  error: unknown,
): Promise<unknown> {
  const file = source.name === '-' ? 'FILE' : source.name
  const again = `"stepmark score import ${file} --resume ${number} --project ${calls.project}" goes on`
  if (error instanceof Interrupted) {
    const rest = { ...calls, signal: undefined }
    const ended = await cancelRun(rest, run).catch(() => getRun(rest, run))
    say(calls.shell, `${describeRun(ended)} ${again}.`)
    return error
  }
  if (!(error instanceof AppError)) return error
  return new LeftOnServer(
    `Run ${number} is not finished, and no round can go by it yet. What was stored stays: ${again}.`,
    error,
  )
}

function describeSent({ lines, repeated, refused, unknown, twice }: SentScores): string {
  const words: string[] = []
  if (repeated > 0) words.push(`${formatNoun(repeated, 'line')} had been sent before`)
  if (refused > 0) {
    const of = [
      ...(unknown > 0 ? [`${formatCount(unknown)} name no solution, or several`] : []),
      ...(twice > 0 ? [`${formatCount(twice)} a solution that had its score`] : []),
    ]
    const which = of.length > 0 ? ` (${of.join(', ')})` : ''
    words.push(`${formatCount(refused)} of ${formatNoun(lines, 'line')} cannot be used${which}`)
  }
  return words.length === 0 ? '' : ` ${words.join('; ')}.`
}
