import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { learnErrorRateByPosition } from '@/lib/scoring/embedded/learn-error-rate-by-position'
import { computeAuc, measureScorer } from '@/lib/scoring/embedded/measure-scorer'
import { predictHeldOutExample } from '@/lib/scoring/embedded/score-held-out'
import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'
import { trainScorer } from '@/lib/scoring/embedded/train-scorer'
import { labelledDatasets, readLabelledSolutionLines } from '@/lib/scoring/testing/cross-validate'
import { installPackages, PythonUnavailableError } from '@/scripts/python/install-packages'
import { runChildProcess } from '@/scripts/run-child.mjs'
import { compareAuc, type ComparedStep } from './compare-auc'
import {
  type ComparisonSetup,
  partitionComparableSetups,
  listComparisonSetups,
  listRatedSteps,
  type RatedStep,
} from './comparison-setups'

/** Real data, in a folder next to the repository. */
const sharedData = join(repositoryRoot, '..', 'shared', 'data')
const folder = join(repositoryRoot, 'bench', 'tfidf')
const environment = join(repositoryRoot, '.stepmark', 'scikit-learn')
const maxCalibrationErrorWithin = 0.05
const maxCalibrationErrorAcross = 0.1
/** A step as predicted by all scorers. Within a subject, each step occurs once per division into folds. */
interface PredictedStep extends ComparedStep {
  step: RatedStep
  byPosition: number
}

/**
 * Compares the embedded scorer with TF-IDF logistic regression (scikit-learn) and with the step position alone, within
 * and across subjects, by step AUC and calibration error. Prints a Markdown table.
 * @param files labelled data of any import format; without any, the shared data
 * @throws MissingFileError if one of `files` does not exist
 */
export async function benchScorerComparison(files: readonly string[]): Promise<void> {
  const examples = readExamples(files)
  if (examples.length === 0) return console.log('\nNo labelled data to compare scorers on.')
  const steps = listRatedSteps(examples)
  const { comparable, skipped } = partitionComparableSetups(listComparisonSetups(examples), steps)
  if (skipped.length > 0)
    console.log(
      `\nSkipped for lack of correct and wrong steps of different problems: ${skipped.map(nameComparisonRow).join('; ')}.`,
    )
  if (comparable.length === 0) return console.log('\nToo little labelled data to compare scorers.')
  try {
    const tfidf = await predictByTfidf(examples, steps, comparable)
    printTable(
      comparable.map((row, i) => ({ row, steps: predict(examples, steps, row, tfidf[i]!) })),
    )
  } catch (error) {
    if (!(error instanceof PythonUnavailableError)) throw error
    console.log(`\nThe comparison of scorers was skipped: ${error.message}.`)
  }
}

/** A file that was named on the command line does not exist. */
export class MissingFileError extends Error {}

const nameComparisonRow = ({ train, test }: ComparisonSetup) => `${train} to ${test}`

function readExamples(files: readonly string[]): TrainingExample[] {
  const missingFile = files.find((path) => !existsSync(path))
  if (missingFile !== undefined) throw new MissingFileError(`File not found: ${missingFile}`)
  const datasets =
    files.length > 0
      ? files.map((path) => ({ path, format: 'auto' as const }))
      : labelledDatasets
          .map(({ file, format }) => ({ path: join(sharedData, file), format }))
          .filter(({ path }) => existsSync(path))
  return datasets.flatMap(({ path, format }) => {
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
    return readLabelledSolutionLines(format, lines).map((solution) => ({
      ...solution,
      source: basename(path).replace(/\.\w+$/, ''),
    }))
  })
}

/** By row and split: P(-1) of each tested step. */
async function predictByTfidf(
  examples: readonly TrainingExample[],
  steps: readonly RatedStep[],
  rows: readonly ComparisonSetup[],
): Promise<Map<RatedStep, number>[][]> {
  const python = await installPackages(environment, join(folder, 'requirements.txt'), 'python')
  const bySolution = Map.groupBy(steps.keys(), (i) => steps[i]!.solution)
  const toStepIndexes = (solutions: readonly number[]) =>
    solutions.flatMap((i) => bySolution.get(i) ?? [])
  const splits = rows.flatMap((row) =>
    row.splits.map(({ train, test }) => ({
      train: toStepIndexes(train),
      test: toStepIndexes(test),
    })),
  )
  const texts = steps.map(({ solution, position }) => examples[solution]!.steps[position]!)
  const wrong = steps.map(({ isError }) => Number(isError))
  const exchangeFolder = mkdtempSync(join(tmpdir(), 'stepmark-tfidf-'))
  try {
    const [input, output] = [
      join(exchangeFolder, 'input.json'),
      join(exchangeFolder, 'output.json'),
    ]
    writeFileSync(input, JSON.stringify({ texts, wrong, splits }))
    const args = [join(folder, 'predict.py'), input, output]
    const { code, output: message } = await runChildProcess(python, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // More threads than processors are much slower.
      env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
    })
    if (code !== 0) throw new Error(message)
    const predictions = JSON.parse(readFileSync(output, 'utf8')) as number[][]
    const bySplit = splits.map(
      ({ test }, i) =>
        new Map(test.map((stepIndex, k) => [steps[stepIndex]!, predictions[i]![k]!])),
    )
    return rows.map(({ splits: rowSplits }) => bySplit.splice(0, rowSplits.length))
  } finally {
    rmSync(exchangeFolder, { recursive: true, force: true })
  }
}

/** The tested steps of a row with all predictions, each by scorers that were not trained on its problem. */
function predict(
  examples: readonly TrainingExample[],
  steps: readonly RatedStep[],
  { splits }: ComparisonSetup,
  tfidf: readonly ReadonlyMap<RatedStep, number>[],
): PredictedStep[] {
  return splits.flatMap(({ train, test }, i) => {
    const training = train.map((k) => examples[k]!)
    const result = trainScorer(training, { seed: 1 })
    if (!result.ok) throw new Error(result.problem)
    const estimate = learnErrorRateByPosition(training.map(({ ratings }) => ratings))
    const testedSolutions = new Set(test)
    const predicted = new Map(
      test.map((k) => [k, predictHeldOutExample(result.scorer.model, estimate, examples[k]!)]),
    )
    return steps
      .filter(({ solution }) => testedSolutions.has(solution))
      .map((step) => ({
        step,
        problemId: examples[step.solution]!.problemId,
        isError: step.isError,
        embedded: predicted.get(step.solution)!.negative[step.position]!,
        byPosition: predicted.get(step.solution)!.byPosition[step.position]!,
        tfidf: tfidf[i]!.get(step)!,
      }))
  })
}

function printTable(
  rows: readonly { row: ComparisonSetup; steps: readonly PredictedStep[] }[],
): void {
  console.log(
    '\n| train | test | steps | position | TF-IDF | Stepmark | difference [95% CI] | ECE TF-IDF | ECE Stepmark |',
  )
  console.log('| --- | --- | --: | --: | --: | --: | --: | --: | --: |')
  const differences: number[] = []
  const missedTargets: string[] = []
  for (const { row, steps } of rows) {
    const auc = compareAuc(steps)
    if (auc === null) continue
    const difference = auc.embedded - auc.tfidf
    const calibration = measureCalibration(steps, 'embedded')
    differences.push(difference)
    const name = nameComparisonRow(row)
    if (auc.high < 0) missedTargets.push(`step AUC, ${name}`)
    if (calibration > (row.isWithinGroup ? maxCalibrationErrorWithin : maxCalibrationErrorAcross))
      missedTargets.push(`calibration error, ${name}`)
    const figures = [
      ...[row.train, row.test, countSteps(steps).toLocaleString('en')],
      formatFigure(computeAuc(pickPredictions(steps, 'byPosition')) ?? NaN),
      ...[formatFigure(auc.tfidf), formatFigure(auc.embedded)],
      `${formatFigure(difference)} [${formatFigure(auc.low)}, ${formatFigure(auc.high)}]`,
      ...[formatFigure(measureCalibration(steps, 'tfidf')), formatFigure(calibration)],
    ]
    console.log(`| ${figures.join(' | ')} |`)
  }
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  console.log(
    `\nMean difference in step AUC: ${formatFigure(mean)}  target above 0  ${mean > 0 ? 'met' : 'MISSED'}`,
  )
  console.log(
    `No row significantly worse; calibration error at most ${maxCalibrationErrorWithin} within and ${maxCalibrationErrorAcross} across: ` +
      (missedTargets.length === 0 ? 'met' : `MISSED by ${missedTargets.join('; ')}`),
  )
}

const countSteps = (steps: readonly PredictedStep[]) => new Set(steps.map(({ step }) => step)).size

const pickPredictions = (
  steps: readonly PredictedStep[],
  scorer: 'embedded' | 'tfidf' | 'byPosition',
) => steps.map((step) => ({ chance: step[scorer], isError: step.isError }))

/** Expected calibration error of P(-1) over ten bins, as in the metrics of a scorer. */
const measureCalibration = (
  steps: readonly PredictedStep[],
  scorer: 'embedded' | 'tfidf',
): number =>
  measureScorer(
    steps.map((step) => ({
      problemId: step.problemId,
      ratings: [step.isError ? -1 : 1],
      negative: [step[scorer]],
      byPosition: [0],
    })),
  ).calibrationError ?? NaN

const formatFigure = (value: number) => value.toFixed(3).replace('-', '−')
