import type { ReleaseOptions } from './contract'

export interface UsedList {
  list: string
  name: string
  /** Of its file, in hexadecimal. */
  sha256: string
}

export interface SplitSettings {
  split: ReleaseOptions['split']
  lists: readonly UsedList[]
}

/**
 * Sentences on what a release and the one that it follows, used together, may have in both train and test. A list that
 * was removed and added again is the same list: its file says so.
 */
export function compareWithBase(
  base: SplitSettings & { number: number },
  now: SplitSettings,
): string[] {
  const [trainsOnTest, testsTrained] = listCrossings(base.split, now.split)
  const crossings = [
    ...(trainsOnTest ? ['its test problems may be in train here'] : []),
    ...(testsTrained ? ['its train problems may be in test here'] : []),
  ]
  const missing = base.lists.filter(({ sha256 }) => !now.lists.some((l) => l.sha256 === sha256))
  return [
    ...(crossings.length > 0
      ? [`Release ${base.number} has another split: ${crossings.join(', and ')}.`]
      : []),
    ...missing.map(
      ({ name }) =>
        `Release ${base.number} held out the list “${name}”, which is not held out here. Its problems may be in train.`,
    ),
  ]
}

/** A larger share of one seed takes in all of a smaller one, and of different seeds neither says anything of the other. */
function listCrossings(
  base: ReleaseOptions['split'],
  now: ReleaseOptions['split'],
): [trainsOnTest: boolean, testsTrained: boolean] {
  if (base.seed === now.seed)
    return [now.testShare < base.testShare, now.testShare > base.testShare]
  return [base.testShare > 0, now.testShare > 0]
}
