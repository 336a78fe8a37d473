import { type Command, InvalidArgumentError, Option } from 'commander'
import { addListed, readWholeNumber } from '@/cli/file-options'
import { makeModeOption, makeNeutralOption, makeSeedOption } from '@/cli/policy-options'
import { print, say, type Shell } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import type { NeutralCount } from '@/lib/scoring/step-scores'

interface Options {
  n: number[]
  pool: number | 'most' | 'own'
  neutral: NeutralCount
  mode: GraderMode
  seed: number
  asEvaluate?: true
}

const help = `
Reads scored samples, one a line, in the shape of PRM800K's, and writes how often the best of n of a problem's samples is
right, as JSON: {"n": [...], "prm_product": [...], "prm_min": [...], "orm": [...], "majority": [...], "pass": [...]}.
Needs no server.

prm_product  the sample with the highest product of its steps' P(+1) + P(0) (rating_probs), else the highest prm_score
prm_min      the one with the highest minimum of its steps
orm          the one with the highest orm_score
majority     the answer that most samples state; answers are the same where they differ only in how they are set
pass         any of them is right: no choice can do better

Each number is the mean over problems of the expectation over every set of n of its samples, no sample twice: exact, not
drawn. Of equals each is chosen as often. Votes of problems with very many samples are drawn (2,000 sets, --seed), and that
is said. null: it cannot be computed, as prm_min without rating_probs, or as n beyond the samples of every problem.

A sample whose answer is null is never chosen and never right. A problem with fewer samples than the one with most is
filled up with attempts that gave nothing, as PRM800K's evaluation fills up to 1,860: --pool most. --pool 1860 fills up to
that number; --pool own fills up nothing, and takes all there are where n is more.

The page Evaluate counts otherwise, and --as-evaluate does as it does: --pool own, no sample whose answer is unsure, and no
problem with fewer than two samples that are right or wrong. Without it, what is unsure counts as not right.

Example:
  $ printf '%s\\n' '{"problem": "1 + 1 =", "answer": "3", "is_correct": false, "prm_score": 0.2}' \\
      '{"problem": "1 + 1 =", "answer": "2", "is_correct": true, "prm_score": 0.9}' | stepmark best-of-n --n 1,2`

const mostSamples = 100_000

export function addBestOfN(parent: Command, shell: Shell): void {
  parent
    .command('best-of-n')
    .description('how often the best of n scored solutions is right')
    .argument('[FILE]', 'JSONL, gzip or not; "-" or nothing for standard input')
    .requiredOption('--n <numbers>', 'such as 1,2,4,8', readSizes)
    .option(
      '--pool <samples>',
      'what a problem is filled up to: most, own or a number',
      readPool,
      'most',
    )
    .addOption(
      new Option(
        '--as-evaluate',
        'count as the page Evaluate does: own samples alone, none that is unsure',
      ).conflicts('pool'),
    )
    .addOption(makeNeutralOption())
    .addOption(makeModeOption())
    .addOption(makeSeedOption())
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => measureFile(shell, file, options))
}

const readSizes = (text: string) => addListed(text).map(readSize)

function readSize(text: string): number {
  const size = readWholeNumber(text)
  if (size < 1 || size > mostSamples)
    throw new InvalidArgumentError(`Give whole numbers from 1 to ${mostSamples}.`)
  return size
}

const readPool = (text: string) => (text === 'most' || text === 'own' ? text : readSize(text))

async function measureFile(
  shell: Shell,
  file: string | undefined,
  { n, asEvaluate, ...options }: Options,
): Promise<void> {
  const { measureBestOf } = await import('@/cli/measure-best-of')
  const { curves, counts, ...report } = await measureBestOf(shell, file, n, {
    ...options,
    asEvaluate: asEvaluate === true,
  })
  const { scores, majority, pass } = curves
  print(shell, JSON.stringify({ n, ...scores, majority, pass }))
  const read = `${formatNoun(report.lines, 'line')} of ${formatNoun(report.problems, 'problem')}${asEvaluate ? ' that count' : ''}`
  const notes = [
    [report.refused, 'cannot be used'],
    [counts.unanswered, 'without an answer'],
    [counts.unsure, `whose answer is unsure, ${asEvaluate ? 'left out' : 'taken for not right'}`],
    [counts.withoutPrm, 'without a score of a process'],
    [counts.withoutSteps, 'without scores of steps'],
    [counts.withoutOrm, 'without a score of the outcome'],
  ] as const
  const said = notes
    .filter(([count]) => count > 0)
    .map(([count, words]) => `; ${formatNoun(count, 'line')} ${words}`)
  if (curves.drawn > 0)
    said.push(`; votes of ${formatNoun(curves.drawn, 'problem')} drawn at random, not counted out`)
  say(shell, `${report.name}: ${read}${said.join('')}.`)
}
