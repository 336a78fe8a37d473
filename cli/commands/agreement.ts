import { setImmediate } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  annotationFileFormats,
  type AnnotationFileOptions,
  collectExcludedAnnotationKinds,
} from '@/cli/annotation-options'
import { parseWholeNumberOption } from '@/cli/file-options'
import { makeSeedOption } from '@/cli/policy-options'
import type { AnnotationFile, AnnotationExclusionReason } from '@/cli/read-annotation-file'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

interface Options extends AnnotationFileOptions {
  resamples: number
  seed: number
  json?: true
}

const help = `
Measures agreement between annotators who labelled the same solutions. Reads PRM800K lines (phase 2; same problem and steps:
same solution) or the stepmark format, with any number of annotators. Needs no server. docs/agreement.md explains each
number. 95% confidence intervals account for clustering by problem. With fewer than 20 doubly annotated solutions, a number is
not computed, and the reason is given.

Counts the ratings up to the first error; without an error, every step must be rated. If a person annotated a solution more
than once, only the last annotation counts. Includes quality control and screening, unless --exclude names them. Excluded and
counted on standard error: annotations that were given up or marked as a bad problem, annotations with an unrated step before
the first error (or anywhere, if there is none), those of the step-choice flow (PRM800K phase 1), and those of steps that
were split differently later.

With --json: first_error_exact, first_error_within_one, any_error_kappa, alpha_error, alpha_nominal, alpha_ordinal,
fleiss_kappa, gwet_ac1, gwet_ac2, same_rating (null if missing), "intervals", "missing" (why), counts, "confusion", "specific"
(in the order -1, 0, +1), "pairs" of annotators and "weeks".

Example:
  $ stepmark export --project competition-maths --format stepmark | stepmark agreement - --json`

const maxResamples = 100_000

export function addAgreementCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('agreement')
    .description('measure agreement between annotators')
    .argument('[FILE]', 'labelled data, may be gzipped; standard input if "-" or omitted')
    .addOption(
      new Option('--format <name>', 'input format; auto detects it per line')
        .choices(['auto', ...annotationFileFormats])
        .default('auto'),
    )
    .option(
      '--exclude <kinds>',
      'quality-control, screening or both',
      collectExcludedAnnotationKinds,
    )
    .option('--resamples <number>', 'bootstrap samples for the intervals', parseResamples, 2_000)
    .addOption(makeSeedOption())
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => measureFile(terminal, file, options))
}

function parseResamples(text: string): number {
  const resamples = parseWholeNumberOption(text)
  if (resamples < 1 || resamples > maxResamples)
    throw new InvalidArgumentError(`Use a whole number from 1 to ${maxResamples}.`)
  return resamples
}

async function measureFile(
  terminal: Terminal,
  file: string | undefined,
  { resamples, seed, json, ...options }: Options,
): Promise<void> {
  const { readAnnotationFile } = await import('@/cli/read-annotation-file')
  const { AgreementAccumulator } = await import('@/lib/agreement/agreement-accumulator')
  const annotationFile = await readAnnotationFile(terminal, file, options)
  const accumulator = new AgreementAccumulator()
  for (const solution of annotationFile.solutions) accumulator.add(solution)
  // Yield between resamples, so that Ctrl-C works.
  const report = await accumulator.measure({ resamples, seed, onPause: () => setImmediate() })
  printMessage(
    terminal,
    `${describeFile(annotationFile)}; ${formatQuantity(report.solutions, 'solution')}. ` +
      `Labelled by two or more people: ${formatQuantity(report.doublyLabelled, 'solution')} ` +
      `of ${formatQuantity(report.problems, 'problem')}, ${formatQuantity(report.coLabelledSteps, 'step')}, ` +
      `by ${formatQuantity(report.people, 'person', 'people')}.`,
  )
  for (const note of listNotes(annotationFile)) printMessage(terminal, note)
  const { buildAgreementJson, formatConfusionTable, formatAgreementTable } =
    await import('@/cli/agreement-table')
  if (json) return printJson(terminal, buildAgreementJson(report, { resamples, seed }))
  printLine(terminal, formatTable(formatAgreementTable(report)))
  const confusion = formatConfusionTable(report)
  if (confusion) printLine(terminal, `\n${formatTable(confusion)}`)
}

function describeFile({ name, lines, invalidLines, annotations }: AnnotationFile): string {
  const invalidText = invalidLines > 0 ? `, ${formatQuantity(invalidLines, 'line')} invalid` : ''
  return `${name}: ${formatQuantity(lines, 'line')}${invalidText}: ${formatQuantity(annotations, 'annotation')}`
}

const exclusionDescriptions: Readonly<Record<AnnotationExclusionReason, string>> = {
  choice: 'of the step-choice flow (PRM800K phase 1), where no two people label the same solution',
  unfinished: 'given up or marked as a bad problem',
  irregular: 'with an unrated step before the first error, or incomplete without an error',
  'other-steps': 'of steps that were split differently later',
  'quality-control': 'of quality control',
  screening: 'of screening',
}

function listNotes({ excluded, cut }: AnnotationFile): string[] {
  const notes = [...excluded].map(
    ([reason, count]) =>
      `Excluded: ${formatQuantity(count, 'annotation')} ${exclusionDescriptions[reason]}.`,
  )
  if (cut > 0)
    notes.push(`Ratings after the first error are ignored in ${formatQuantity(cut, 'annotation')}.`)
  return notes
}
