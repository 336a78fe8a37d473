import { setImmediate } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { addLeftOut, annotationFormats, type AnnotationOptions } from '@/cli/annotation-options'
import { makeSeedOption } from '@/cli/policy-options'
import type { AnnotationsRead, NotCompared } from '@/cli/read-annotations'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import { formatCount, formatNoun } from '@/lib/platform/format'

interface Options extends AnnotationOptions {
  draws: number
  seed: number
  json?: true
}

const help = `
Says how well people agree who labelled the same solutions: PRM800K lines (phase 2; the same problem and steps are the same
solution) or our own format stepmark, of any number of people. Needs no server. docs/agreement.md says what each number
means. Every number has a 95 % interval: problems are drawn again, all their solutions together. With fewer than 20
solutions that two people labelled there is no number, and it is said why.

Of each annotation the ratings up to its first error count; where there is none, every step must be rated. Of the same
person's annotations of a solution the last one counts. All lines with whole labels are compared, those of quality control
and screening too, unless --leave-out names them. Left out, and counted on standard error: what was given up or called a
bad problem, what breaks off before an error, choices among options (phase 1), and labels of steps that were cut anew.

With --json: first_error_exact, first_error_within_one, any_error_kappa, alpha_error, alpha_nominal, alpha_ordinal,
fleiss_kappa, gwet_ac1, gwet_ac2, same_rating (null where refused), "intervals", "refused", counts, "confusion", "specific"
(in the order -1, 0, +1), "pairs" of people and "weeks".

Example:
  $ stepmark export --project competition-maths --format stepmark | stepmark agreement - --json`

const mostDraws = 100_000

export function addAgreement(parent: Command, shell: Shell): void {
  parent
    .command('agreement')
    .description('how well people agree who labelled the same solutions')
    .argument('[FILE]', 'labelled data, gzip or not; "-" or nothing for standard input')
    .addOption(
      new Option('--format <name>', 'how lines are written; auto looks at each')
        .choices(['auto', ...annotationFormats])
        .default('auto'),
    )
    .option('--leave-out <kinds>', 'quality-control, screening, or both', addLeftOut)
    .option('--draws <number>', 'samples of problems for the intervals', readDraws, 2_000)
    .addOption(makeSeedOption())
    .option('--json', 'every number as JSON instead of a table')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => measureFile(shell, file, options))
}

function readDraws(text: string): number {
  const draws = readWholeNumber(text)
  if (draws < 1 || draws > mostDraws)
    throw new InvalidArgumentError(`Give a whole number from 1 to ${mostDraws}.`)
  return draws
}

async function measureFile(
  shell: Shell,
  file: string | undefined,
  { draws, seed, json, ...options }: Options,
): Promise<void> {
  const { readAnnotations } = await import('@/cli/read-annotations')
  const { AgreementTally } = await import('@/lib/review/agreement/tally')
  const read = await readAnnotations(shell, file, options)
  const tally = new AgreementTally()
  for (const solution of read.solutions) tally.add(solution)
  // Between draws, so that it can be interrupted.
  const report = await tally.measure({ draws, seed, onPause: () => setImmediate() })
  say(
    shell,
    `${describeReading(read)}; ${formatNoun(report.solutions, 'solution')}, ` +
      `${formatCount(report.doublyLabelled)} of them labelled by two people or more: ` +
      `${formatNoun(report.problems, 'problem')}, ${formatNoun(report.people, 'person', 'people')}, ` +
      `${formatNoun(report.coLabelledSteps, 'step')} rated by two or more.`,
  )
  for (const note of listNotes(read)) say(shell, note)
  const { describeAsJson, describeConfusion, describeInWords } =
    await import('@/cli/agreement-table')
  if (json) return printJson(shell, describeAsJson(report, { draws, seed }))
  print(shell, formatTable(describeInWords(report)))
  const confusion = describeConfusion(report)
  if (confusion) print(shell, `\n${formatTable(confusion)}`)
}

function describeReading({ name, lines, refused, annotations }: AnnotationsRead): string {
  const bad = refused > 0 ? `, ${formatNoun(refused, 'line')} cannot be used` : ''
  return `${name}: ${formatNoun(lines, 'line')}${bad}: ${formatNoun(annotations, 'annotation')}`
}

const whyNot: Readonly<Record<NotCompared, string>> = {
  choice: 'by choice among options (phase 1), where no two people label the same solution',
  unfinished: 'given up, or called a bad problem',
  irregular: 'with a step unrated before the first error, or broken off without one',
  'other-steps': 'of steps that were cut anew since',
  'quality-control': 'of quality control',
  screening: 'of screening',
}

function listNotes({ notCompared, cut }: AnnotationsRead): string[] {
  const notes = [...notCompared].map(
    ([why, count]) => `Left out: ${formatNoun(count, 'annotation')} ${whyNot[why]}.`,
  )
  if (cut > 0)
    notes.push(
      `Cut: ${formatNoun(cut, 'annotation')} with ratings after the first error, which are not compared.`,
    )
  return notes
}
