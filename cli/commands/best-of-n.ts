import { type Command, InvalidArgumentError, Option } from 'commander'
import { appendCommaSeparatedValues, parseWholeNumberOption } from '@/cli/file-options'
import {
  makeGraderModeOption,
  makeNeutralTreatmentOption,
  makeSeedOption,
} from '@/cli/policy-options'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import type { NeutralTreatment } from '@/lib/scoring/step-scores'

interface Options {
  n: number[]
  pool: number | 'largest' | 'own'
  neutral: NeutralTreatment
  mode: GraderMode
  seed: number
  asEvaluate?: true
}

const help = `
Reads scored samples, one per line, in PRM800K's format. Writes how often the best of n samples of a problem is correct, as
JSON: {"n": [...], "prm_product": [...], "prm_min": [...], "orm": [...], "majority": [...], "pass": [...]}. Needs no server.

prm_product  highest product of P(+1) + P(0) over steps (rating_probs), else highest prm_score
prm_min      highest minimum over steps
orm          highest orm_score
majority     most frequent answer, ignoring formatting
pass         any sample is correct: the upper bound

Each number is the mean over problems of the exact expectation over all sets of n different samples. Ties are broken at
random, with equal probability. For problems with very many samples, majority is estimated from 2,000 random sets (--seed),
and the output says so.
null: not computable, for example prm_min without rating_probs, or n larger than every problem's samples.

A sample with a null answer is never chosen and never correct. --pool largest (the default) pads every problem with empty
attempts to the size of the largest, as PRM800K pads to 1,860. --pool 1860 pads to that number. --pool own does not pad, and
uses all samples if n is larger.

--as-evaluate counts as the Evaluate page does: --pool own, without samples whose answer is unsure, and without problems that
have fewer than two graded samples. Otherwise unsure counts as incorrect.

Example:
  $ printf '%s\\n' '{"problem": "1 + 1 =", "answer": "3", "is_correct": false, "prm_score": 0.2}' \\
      '{"problem": "1 + 1 =", "answer": "2", "is_correct": true, "prm_score": 0.9}' | stepmark best-of-n --n 1,2`

const maxSamples = 100_000

export function addBestOfNCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('best-of-n')
    .description('measure best-of-n accuracy')
    .argument('[FILE]', 'JSONL file, may be gzipped; standard input if "-" or omitted')
    .requiredOption('--n <numbers>', 'values of n, such as 1,2,4,8', parseSampleCounts)
    .option(
      '--pool <samples>',
      'pad each problem to: largest, a number, or own (no padding)',
      parsePool,
      'largest',
    )
    .addOption(new Option('--as-evaluate', 'count as the Evaluate page does').conflicts('pool'))
    .addOption(makeNeutralTreatmentOption())
    .addOption(makeGraderModeOption())
    .addOption(makeSeedOption())
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => measureFile(terminal, file, options))
}

const parseSampleCounts = (text: string) => appendCommaSeparatedValues(text).map(parseSampleCount)

function parseSampleCount(text: string): number {
  const size = parseWholeNumberOption(text)
  if (size < 1 || size > maxSamples)
    throw new InvalidArgumentError(`Use whole numbers from 1 to ${maxSamples}.`)
  return size
}

const parsePool = (text: string) =>
  text === 'largest' || text === 'own' ? text : parseSampleCount(text)

async function measureFile(
  terminal: Terminal,
  file: string | undefined,
  { n, asEvaluate, ...options }: Options,
): Promise<void> {
  const { measureBestOfN } = await import('@/cli/measure-best-of-n')
  const { curves, counts, ...report } = await measureBestOfN(terminal, file, n, {
    ...options,
    asEvaluate: asEvaluate === true,
  })
  const { scores, majority, pass } = curves
  printLine(terminal, JSON.stringify({ n, ...scores, majority, pass }))
  const summary = `${formatQuantity(report.lines, 'line')} of ${formatQuantity(report.problems, 'problem')}${asEvaluate ? ' counted' : ''}`
  const notes = [
    [report.invalidLines, 'invalid'],
    [counts.unanswered, 'without an answer'],
    [counts.unsure, `with an unsure answer, ${asEvaluate ? 'excluded' : 'counted as incorrect'}`],
    [counts.withoutPrm, 'without a process score'],
    [counts.withoutSteps, 'without step scores'],
    [counts.withoutOrm, 'without an outcome score'],
  ] as const
  const parts = notes
    .filter(([count]) => count > 0)
    .map(([count, label]) => `; ${formatQuantity(count, 'line')} ${label}`)
  if (curves.sampled > 0)
    parts.push(
      `; majority of ${formatQuantity(curves.sampled, 'problem')} estimated from random sets`,
    )
  printMessage(terminal, `${report.name}: ${summary}${parts.join('')}.`)
}
