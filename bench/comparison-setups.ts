import { hashText, mixHash } from '@/lib/scoring/embedded/characters'
import { countStepsUpToFirstError } from '@/lib/scoring/embedded/learn-error-rate-by-position'
import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'

/** Solutions to train on and to test on, as indices; no problem is in both. */
export interface TrainTestSplit {
  train: number[]
  test: number[]
}

/** A rated step of the data. */
export interface RatedStep {
  /** Index of the labelled solution. */
  solution: number
  position: number
  isError: boolean
}

/** One row of the comparison. Its splits are tested together: three times five folds, or one split. */
export interface ComparisonSetup {
  train: string
  test: string
  isWithinGroup: boolean
  splits: TrainTestSplit[]
}

const foldCount = 5
/** Seeds of the divisions into folds: several, because one division of a small set says little about calibration. */
const divisions = [1, 2, 3]

const nameGroup = ({ subject, source }: TrainingExample) => subject ?? source ?? 'unknown'

/**
 * All rows: five folds by problem within each group and within all groups, three times; from all other groups to each one;
 * and from each group to each other one. A group is a subject, or a source without subjects.
 */
export function listComparisonSetups(examples: readonly TrainingExample[]): ComparisonSetup[] {
  const groups = Map.groupBy(examples.keys(), (i) => nameGroup(examples[i]!))
  const allIndexes = [...examples.keys()]
  const withinGroups = [...groups, ...(groups.size > 1 ? [['all', allIndexes] as const] : [])]
  const acrossGroups = [...groups].flatMap(([test, members]) => [
    ...(groups.size > 2
      ? [
          {
            train: 'all others',
            test,
            from: allIndexes.filter((i) => !members.includes(i)),
            members,
          },
        ]
      : []),
    ...[...groups].flatMap(([train, from]) =>
      train === test ? [] : [{ train, test, from, members }],
    ),
  ])
  return [
    ...withinGroups.map(([name, members]) => ({
      train: `${name}, other problems`,
      test: name,
      isWithinGroup: true,
      splits: divisions.flatMap((division) =>
        Array.from({ length: foldCount }, (_, fold) => ({
          train: members.filter((i) => findFold(examples[i]!, division) !== fold),
          test: members.filter((i) => findFold(examples[i]!, division) === fold),
        })),
      ),
    })),
    ...acrossGroups.map(({ train, test, from, members }) => {
      const problems = new Set(from.map((i) => examples[i]!.problemId))
      const unseen = members.filter((i) => !problems.has(examples[i]!.problemId))
      return { train, test, isWithinGroup: false, splits: [{ train: from, test: unseen }] }
    }),
  ]
}

const findFold = ({ problemId }: TrainingExample, division: number) =>
  (mixHash(hashText(problemId) ^ Math.imul(division, 0x9e3779b1)) >>> 0) % foldCount

/** All rated steps up to the first error, without empty ones. */
export function listRatedSteps(examples: readonly TrainingExample[]): RatedStep[] {
  return examples.flatMap(({ steps, ratings }, solution) =>
    ratings.slice(0, countStepsUpToFirstError(ratings)).flatMap((rating, position) => {
      const isEmpty = (steps[position] ?? '').trim() === ''
      return rating === null || isEmpty ? [] : [{ solution, position, isError: rating === -1 }]
    }),
  )
}

/**
 * The rows that can be compared, and those that can't. A split needs correct and wrong steps to train on and a step
 * to test; a row needs such a split, and correct and wrong steps to test in all of them together.
 */
export function partitionComparableSetups(
  rows: readonly ComparisonSetup[],
  steps: readonly RatedStep[],
): { comparable: ComparisonSetup[]; skipped: ComparisonSetup[] } {
  const bySolution = Map.groupBy(steps, ({ solution }) => solution)
  const findSteps = (solutions: readonly number[]) =>
    solutions.flatMap((solution) => bySolution.get(solution) ?? [])
  const comparable: ComparisonSetup[] = []
  const skipped: ComparisonSetup[] = []
  for (const row of rows) {
    const splits = row.splits.filter(
      ({ train, test }) => hasBothClasses(findSteps(train)) && findSteps(test).length > 0,
    )
    if (hasBothClasses(splits.flatMap(({ test }) => findSteps(test))))
      comparable.push({ ...row, splits })
    else skipped.push(row)
  }
  return { comparable, skipped }
}

const hasBothClasses = (steps: readonly RatedStep[]) =>
  steps.some(({ isError }) => isError) && steps.some(({ isError }) => !isError)
