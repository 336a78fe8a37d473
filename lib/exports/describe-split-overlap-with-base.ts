import type { ReleaseOptions } from './contract'

export interface UsedHeldOutList {
  list: string
  name: string
  /** Of its file, in hexadecimal. */
  sha256: string
}

export interface SplitSettings {
  split: ReleaseOptions['split']
  lists: readonly UsedHeldOutList[]
}

/**
 * Sentences about what can be in both train and test if a release and its base are used together. A
 * list that was removed and added again is recognised by its file.
 */
export function describeSplitOverlapWithBase(
  base: SplitSettings & { number: number },
  current: SplitSettings & Pick<ReleaseOptions['heldOut'], 'action'>,
): string[] {
  const [mayTrainOnTest, mayTestOnTrain] = findSplitOverlap(base.split, current.split)
  const overlaps = [
    ...(mayTrainOnTest ? ['its test problems may be in train here'] : []),
    ...(mayTestOnTrain ? ['its train problems may be in test here'] : []),
  ]
  const missingLists = listMissingLists(base.lists, current.lists)
  const newTestLists = current.action === 'test' ? listMissingLists(current.lists, base.lists) : []
  return [
    ...(overlaps.length > 0
      ? [`Release ${base.number} uses a different split: ${overlaps.join(', and ')}.`]
      : []),
    ...missingLists.map(
      ({ name }) =>
        `Release ${base.number} held out the list “${name}”, which is not held out here. Its problems may be in train.`,
    ),
    ...newTestLists.map(
      ({ name }) =>
        `Release ${base.number} did not hold out the list “${name}”, which is in test here. Its problems may be in train of release ${base.number}.`,
    ),
  ]
}

/** The lists whose file is not among those of the other release. */
const listMissingLists = (lists: readonly UsedHeldOutList[], otherLists: typeof lists) =>
  lists.filter(({ sha256 }) => !otherLists.some((list) => list.sha256 === sha256))

/**
 * With one seed, a larger share includes all of a smaller one. Splits with different seeds are
 * unrelated.
 */
function findSplitOverlap(
  base: ReleaseOptions['split'],
  current: ReleaseOptions['split'],
): [mayTrainOnTest: boolean, mayTestOnTrain: boolean] {
  if (base.seed === current.seed)
    return [current.testShare < base.testShare, current.testShare > base.testShare]
  return [base.testShare > 0, current.testShare > 0]
}
