import type { GraderMode } from '@/lib/projects/settings'
import {
  computeBestOfN,
  type BestOfCurves,
  type BestOfNOptions,
  type BestOfSample,
} from '@/lib/scoring/best-of-n'
import {
  type ScoredSample,
  computeSampleScores,
  getStepScoresKey,
} from '@/lib/scoring/scored-sample'
import type { NeutralTreatment } from '@/lib/scoring/step-scores'
import { makeAnswerVoteKey } from '@/lib/scoring/vote-share'
import { type GradedLine, readScoredSolutionLines } from './scored-lines'
import type { Terminal } from './terminal'

const scoreKinds = ['prm_product', 'prm_min', 'orm'] as const
type ScoreKind = (typeof scoreKinds)[number]
type Sample = BestOfSample<ScoreKind>

interface Options {
  pool: NonNullable<BestOfNOptions<ScoreKind>['pool']>
  neutral: NeutralTreatment
  mode: GraderMode
  seed: number
  /** Counts as the Evaluate page does, with the pool `own`. */
  asEvaluate: boolean
}

export interface BestOfNReport {
  name: string
  lines: number
  invalidLines: number
  problems: number
  curves: BestOfCurves<ScoreKind>
  counts: ReturnType<typeof countMissingScores> & { unsure: number }
}

/** Best-of-N of a file of scored samples. Memory: some hundred bytes per line. */
export async function measureBestOfN(
  terminal: Terminal,
  file: string | undefined,
  n: readonly number[],
  { pool, neutral, mode, seed, asEvaluate }: Options,
): Promise<BestOfNReport> {
  const problems = new Map<string, Sample[]>()
  let unsure = 0
  const reading = await readScoredSolutionLines(
    terminal,
    file,
    { mode, check: ({ fields, sample }) => findScoreError(fields, sample) },
    (line) => {
      const bestOfSample = toSample(line, neutral)
      const isUnsure = line.verdict === 'unsure' && bestOfSample.isAnswered
      if (isUnsure) unsure += 1
      if (isUnsure && asEvaluate) return
      const problemSamples = problems.get(line.sample.problem)
      if (problemSamples) problemSamples.push(bestOfSample)
      else problems.set(line.sample.problem, [bestOfSample])
    },
  )
  const countedProblems = [...problems.values()].filter(
    (samples) => !asEvaluate || hasEnoughSamples(samples),
  )
  const curves = computeBestOfN(
    countedProblems.map((samples) => ({ samples })),
    n,
    { kinds: scoreKinds, pool: asEvaluate ? 'own' : pool, seed },
  )
  const counts = { ...countMissingScores(countedProblems.flat()), unsure }
  return { ...reading, problems: countedProblems.length, curves, counts }
}

const hasEnoughSamples = (samples: readonly Sample[]) =>
  samples.filter(({ isAnswered }) => isAnswered).length >= 2

const defaultScoring = { aggregation: 'product', neutral: 'positive' } as const

function findScoreError(fields: GradedLine['fields'], sample: ScoredSample) {
  const result = computeSampleScores(sample, defaultScoring)
  if (result.ok) return null
  return { location: getStepScoresKey(fields), reason: result.reason }
}

function toSample({ sample, verdict }: GradedLine, neutral: NeutralTreatment): Sample {
  const result = computeSampleScores(sample, { ...defaultScoring, neutral })
  // A line without the key `answer` can still have an answer, if it has `is_correct`. `"answer": null` means that the sample
  // has none.
  const isAnswered = sample.hasAnswerField ? sample.answer !== null : sample.isCorrect !== null
  return {
    isCorrect: verdict === 'correct',
    isAnswered,
    vote: sample.answer === null ? null : (makeAnswerVoteKey(sample.answer) ?? sample.answer),
    scores: {
      prm_product: result.ok ? result.scores.score : null,
      prm_min: result.ok ? result.scores.minimum : null,
      orm: sample.ormScore,
    },
  }
}

function countMissingScores(samples: readonly Sample[]) {
  const answeredSamples = samples.filter(({ isAnswered }) => isAnswered)
  const countWithout = (kind: ScoreKind) =>
    answeredSamples.filter(({ scores }) => scores[kind] === null).length
  return {
    unanswered: samples.length - answeredSamples.length,
    withoutPrm: countWithout('prm_product'),
    withoutSteps: countWithout('prm_min'),
    withoutOrm: countWithout('orm'),
  }
}
