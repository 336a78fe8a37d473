import type { Command } from 'commander'
import { describeScoreRun } from '@/cli/describe-scoring'
import { OperationContinuesError, UsageError } from '@/cli/errors'
import { InterruptedError, withInterruptSignal } from '@/cli/interrupt'
import { findInputSource, type InputSource } from '@/cli/open-input'
import {
  beginScoreImport,
  cancelScoreRun,
  findScoreRunByNumberOrId,
  finishScoreImport,
  getScoreRun,
  resumeScoreRun,
  type ScoreRun,
} from '@/cli/score-requests'
import type { ScoreLineCounts } from '@/cli/send-scores'
import {
  addServerOption,
  type ProjectConnection,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { AppError } from '@/lib/platform/errors'
import { formatCount, formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  name?: string
  scorer?: string
  resume?: string
  json?: true
}

const help = `
Imports scores for solutions in the project: one JSON line per solution, in the format of "stepmark score export". Other keys
are ignored.

The solution is identified by the first of:
  solution_id
  external_id
  unique_id or problem (the statement), with steps or text

Its scores are the first of:
  rating_probs   {"-1": ..., "0": ..., "1": ...} for each step
  step_scores    probability that the step is correct, for each step
  prm_score      one number for the solution

They become a score run for rounds, Evaluate and exports. Invalid lines are reported and the others imported; the command then
ends with 1. Ctrl-C cancels the run and keeps what was stored. --resume continues an unfinished run: the same file again stores
what is missing. Prints the run number.

Example:
  $ stepmark score import scores.jsonl --project competition-maths --name "prm-7b step 2000"
  $ gzip -c scores.jsonl | stepmark score import - --project competition-maths --name "prm-7b step 3000" --scorer prm-7b`

export function addScoreImportCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('import')
    .description('import scores for existing solutions')
    .argument('<FILE>', 'JSONL file, may be gzipped; "-" for standard input')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--name <text>', 'name of the model that scored')
    .option('--scorer <name>', 'scorer of the run; created if needed (default: Imported)')
    .option('--resume <NUMBER>', 'continue a run of imported scores')
    .option('--json', 'print the run and line counts as JSON')
    .addHelpText('after', help)
    .action((file: string, options: Options) => importScores(terminal, file, options))
  addServerOption(command)
}

async function importScores(terminal: Terminal, file: string, options: Options): Promise<void> {
  const { project, json } = options
  rejectConflictingOptions(options)
  const server = readServerConnection(terminal, options)
  const source = await findInputSource(terminal, file)
  const { run, lineCounts } = await withInterruptSignal((signal) =>
    sendAll({ terminal, server, project, signal }, source, options),
  )
  if (lineCounts.rejected > 0) terminal.status = 1
  if (json) printJson(terminal, { ...run, ...lineCounts })
  else printLine(terminal, String(run.number))
  const description =
    run.state === 'cancelled'
      ? `No line could be used, so run ${run.number} was cancelled. Fix the lines and import again.`
      : describeScoreRun(run)
  printMessage(terminal, `${description}${describeLineCounts(lineCounts)}`)
}

function rejectConflictingOptions({ name, scorer, resume }: Options): void {
  if (resume === undefined && (name === undefined || name.trim() === ''))
    throw new UsageError(
      'No name for the scores. Pass --name, such as "prm-7b step 2000". Nothing was imported.',
    )
  if (resume !== undefined && (name !== undefined || scorer !== undefined))
    throw new UsageError(
      'A resumed run keeps its name and scorer: omit --name and --scorer. Nothing was imported.',
    )
}

async function sendAll(
  context: ProjectConnection,
  source: InputSource,
  { name = '', scorer, resume }: Options,
): Promise<{ run: ScoreRun; lineCounts: ScoreLineCounts }> {
  const { uploadScoreFile } = await import('@/cli/send-scores')
  let run: ScoreRun | null = resume === undefined ? null : await resumeRun(context, resume)
  const begin = async () => {
    run ??= await beginScoreImport(context, { name, scorer })
    return run.run
  }
  try {
    const lineCounts = await uploadScoreFile(context, source, begin)
    if (run === null) throw makeNothingSentError(source, lineCounts)
    if (resume !== undefined || lineCounts.stored > 0)
      return { run: await finishScoreImport(context, run.run, lineCounts.rejected), lineCounts }
    return { run: await cancelScoreRun(context, run.run), lineCounts }
  } catch (error) {
    throw run === null ? error : await explainUnfinishedRun(context, source, run, error)
  }
}

function makeNothingSentError({ name }: InputSource, { lines }: ScoreLineCounts): AppError {
  const reason = lines === 0 ? 'The file is empty.' : 'All lines are invalid.'
  return new AppError('invalid_lines', `${name}: ${reason} No run was started.`)
}

async function resumeRun(context: ProjectConnection, number: string): Promise<ScoreRun> {
  const run = await findScoreRunByNumberOrId(context, number)
  if (run.kind !== 'imported')
    throw new UsageError(
      `Run ${run.number} belongs to ${run.scorerName}, which computes its own scores. Nothing was imported.`,
    )
  return run.state === 'running' ? run : resumeScoreRun(context, run.run)
}

/** Cancels the run on Ctrl-C; other errors leave it unfinished. Returns the error to throw. */
async function explainUnfinishedRun(
  context: ProjectConnection,
  source: InputSource,
  { run, number }: ScoreRun,
  error: unknown,
): Promise<unknown> {
  const file = source.name === '-' ? 'FILE' : source.name
  const resumeHint = `To continue: stepmark score import ${file} --resume ${number} --project ${context.project}`
  if (error instanceof InterruptedError) {
    const uninterruptedContext = { ...context, signal: undefined }
    const endedRun = await cancelScoreRun(uninterruptedContext, run).catch(() =>
      getScoreRun(uninterruptedContext, run),
    )
    printMessage(context.terminal, `${describeScoreRun(endedRun)} ${resumeHint}`)
    return error
  }
  if (!(error instanceof AppError)) return error
  return new OperationContinuesError(
    `Run ${number} is not finished, so rounds can’t use it yet. Stored scores are kept. ${resumeHint}`,
    error,
  )
}

function describeLineCounts({
  lines,
  repeated,
  rejected,
  unknown,
  twice,
}: ScoreLineCounts): string {
  const parts: string[] = []
  if (repeated > 0) parts.push(`${formatQuantity(repeated, 'line')} already stored`)
  if (rejected > 0) {
    const details = [
      ...(unknown > 0 ? [`${formatCount(unknown)} match no solution or several`] : []),
      ...(twice > 0 ? [`${formatCount(twice)} repeat a solution`] : []),
    ]
    const detailsText = details.length > 0 ? ` (${details.join(', ')})` : ''
    parts.push(`${formatCount(rejected)} of ${formatQuantity(lines, 'line')} invalid${detailsText}`)
  }
  return parts.length === 0 ? '' : ` ${parts.join('; ')}.`
}
