export const splits = ['train', 'test'] as const
export type Split = (typeof splits)[number]
/** `heldOut`: of a held-out list whose problems stay out of the release. */
export type Side = Split | 'heldOut'

export interface SplitRule {
  testShare: number
  action: 'exclude' | 'test'
}

/** Of the hash: as many bits as a number holds exactly. */
const hashBytes = 6

/**
 * Where a problem stands. What is held out never gets to `train`. The rest is drawn by the hash alone, so a problem stays
 * where it is when others come or go, and a larger share takes in all of a smaller one.
 *
 * @param hash SHA-256 of the seed and the statement's name
 */
export function chooseSide(
  { testShare, action }: SplitRule,
  isHeldOut: boolean,
  hash: Uint8Array,
): Side {
  if (isHeldOut) return action === 'test' ? 'test' : 'heldOut'
  let value = 0
  for (const byte of hash.subarray(0, hashBytes)) value = value * 256 + byte
  return value / 256 ** hashBytes < testShare ? 'test' : 'train'
}

/** The splits that a release can have anything in. */
export function listSplits({ testShare, action }: SplitRule, heldOutLists: number): Split[] {
  return testShare > 0 || (action === 'test' && heldOutLists > 0) ? [...splits] : ['train']
}
