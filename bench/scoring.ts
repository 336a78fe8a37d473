import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { encodeModel } from '@/lib/scoring/embedded/encode-model'
import { scoreSteps } from '@/lib/scoring/embedded/score-steps'
import type { RankingMetrics, EmbeddedScorerMetrics } from '@/lib/scoring/embedded/scorer-metrics'
import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'
import { trainScorer } from '@/lib/scoring/embedded/train-scorer'
import {
  crossValidateScorer,
  labelledDatasets,
  readLabelledSolutionLines,
} from '@/lib/scoring/testing/cross-validate'
import { formatMsAsSeconds } from './measure'

const seeds = [1, 2, 3]
/** Real data, in a folder next to the repository. */
const sharedData = join(repositoryRoot, '..', 'shared', 'data')

/** The quality of the embedded scorer on labelled solutions, and its speed on generated ones. */
export function benchScoring(trainedSteps: number, scoredSteps: number): void {
  for (const { format, file } of labelledDatasets) {
    const path = join(sharedData, file)
    if (existsSync(path)) printQuality(file, readLabelledSolutionLines(format, readLines(path)))
    else console.log(`\n${file}: missing`)
  }
  printSpeed(trainedSteps, scoredSteps)
}

const readLines = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)

function printQuality(file: string, examples: readonly TrainingExample[]): void {
  const runs = seeds.map((seed) => crossValidateScorer(examples, seed))
  const [first] = runs
  if (!first) return
  console.log(
    `\n${file}: ${first.heldOutAnnotations} solutions of ${first.heldOutProblems} problems, ` +
      `${first.heldOutSteps} rated steps, ${first.heldOutErrors} errors; 5 folds by problem, seeds ${seeds.join(', ')}`,
  )
  for (const kind of ['scorer', 'positionOnly', 'random'] as const) {
    const auc = summarise(runs.map((run) => run[kind].stepAuc))
    const hitRate = summarise(runs.map((run) => run[kind].firstErrorHit))
    console.log(`  ${labels[kind].padEnd(16)} step AUC ${auc}   first error hit ${hitRate}`)
  }
  const describeRuns = (pick: (run: EmbeddedScorerMetrics) => number | null) =>
    summarise(runs.map(pick))
  console.log(
    `  calibration error ${describeRuns((run) => run.calibrationError)}   log loss ${describeRuns((run) => run.logLoss)}, ` +
      `of a constant prediction ${describeRuns((run) => run.baseLogLoss)}`,
  )
  const bins = first.calibration.filter(({ steps }) => steps > 0)
  const formatShare = (share: number | null) => (share ?? 0).toFixed(2)
  console.log(
    `  predicted / rated negative (steps): ${bins
      .map(
        (bin) =>
          `${formatShare(bin.meanPredicted)}/${formatShare(bin.shareNegative?.value ?? null)} (${bin.steps})`,
      )
      .join('  ')}`,
  )
}

const labels: Readonly<
  Record<keyof Pick<EmbeddedScorerMetrics, 'scorer' | 'positionOnly' | 'random'>, string>
> = { scorer: 'embedded scorer', positionOnly: 'position only', random: 'random' }

/** Mean, minimum and maximum over seeds. */
function summarise(values: readonly RankingMetrics['stepAuc'][]): string {
  const present = values.filter((value) => value !== null)
  if (present.length === 0) return '-'
  const mean = present.reduce((sum, value) => sum + value, 0) / present.length
  return `${mean.toFixed(3)} (${Math.min(...present).toFixed(3)}-${Math.max(...present).toFixed(3)})`
}

function printSpeed(trainedSteps: number, scoredSteps: number): void {
  const examples = makeSolutions(trainedSteps)
  const training = measure(() => trainScorer(examples, { seed: 1 }))
  if (!training.result.ok) throw new Error(training.result.problem)
  const { model } = training.result.scorer
  // The target is for 100,000 steps.
  const targetMs = Math.max(1, trainedSteps / 100_000) * 30_000
  console.log(
    `\ntrain on ${trainedSteps.toLocaleString('en')} labelled steps, including the metrics on held-out steps: ${training.text}  ` +
      `target 30 s for 100,000  ${training.processorMs <= targetMs ? 'met' : 'MISSED'}; ` +
      `${(encodeModel(model).length / 1e6).toFixed(1)} MB`,
  )
  const rounds = Math.max(1, Math.round(scoredSteps / trainedSteps))
  const count = rounds * trainedSteps
  const scoring = measure(() => {
    for (let round = 0; round < rounds; round++)
      for (const example of examples) scoreSteps(model, example)
  })
  const perSecond = Math.round(count / (scoring.processorMs / 1000))
  console.log(
    `score ${count.toLocaleString('en')} steps by five members: ${scoring.text}, ` +
      `${perSecond.toLocaleString('en')} steps/s of CPU time  target 50,000  ${perSecond >= 50_000 ? 'met' : 'MISSED'}`,
  )
}

/** Duration and CPU time of an action. */
function measure<T>(run: () => T): { result: T; processorMs: number; text: string } {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const result = run()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  const processorMs = (user + system) / 1000
  const text = `${formatMsAsSeconds(ms)} (${formatMsAsSeconds(processorMs)} of processor)`
  return { result, processorMs, text }
}

/** Solutions of ten steps, with the length and vocabulary of real ones. */
function makeSolutions(steps: number): TrainingExample[] {
  const draw = makeRandomInteger()
  return Array.from({ length: Math.ceil(steps / 10) }, (_, i) => {
    const isWrong = draw(2) === 0
    const texts = Array.from({ length: 10 }, (_each, step) => makeStep(draw, isWrong && step === 9))
    return {
      problemId: `problem-${Math.floor(i / 8)}`,
      problem: `A shop sells ${draw(90) + 10} boxes of ${draw(20) + 2} pens a day. How many in ${draw(30) + 2} days?`,
      steps: texts,
      ratings: texts.map((_each, step) => (isWrong && step === 9 ? -1 : draw(5) === 0 ? 0 : 1)),
    }
  })
}

type Draw = (below: number) => number

function makeRandomInteger(): Draw {
  let state = 7
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const syllables = 'ta re mi so lo vu ne ka di pa ru shen tor lin gra'.split(' ')

/** Word frequencies are skewed: of 3,375 words the first are drawn most often. */
function makeWord(draw: Draw): string {
  let rank = draw(1 + draw(1 + draw(syllables.length ** 3)))
  let word = ''
  for (let i = 0; i < 3; i++) {
    word += syllables[rank % syllables.length] ?? ''
    rank = Math.floor(rank / syllables.length)
  }
  return word
}

function makeStep(draw: Draw, isWrong: boolean): string {
  const makeWords = (count: number) => Array.from({ length: count }, () => makeWord(draw)).join(' ')
  const [a, b] = [draw(90) + 2, draw(90) + 2]
  const product = a * b + (isWrong && draw(3) > 0 ? 1 + draw(9) : 0)
  return `So ${makeWords(8 + draw(8))} is $${a} \\cdot ${b} = ${product}$, and ${makeWords(4 + draw(10))} $x^2 + ${b}x = 0$.`
}
