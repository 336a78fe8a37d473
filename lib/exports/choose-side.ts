export const splits = ['train', 'test'] as const
export type Split = (typeof splits)[number]
/** `leftOut`: of a held-out list whose problems stay out of the release. */
export type Side = Split | 'leftOut'

export interface SplitRule {
  testShare: number
  become: 'left-out' | 'test'
}

/** Of the hash: as many bits as a number holds exactly. */
const drawBytes = 6

/**
 * Where a problem stands. What is held out never gets to `train`. The rest is drawn by the hash alone, so a problem stays
 * where it is when others come or go, and a larger share takes in all of a smaller one.
 *
 * @param hash SHA-256 of the seed and the statement's name
 */
export function chooseSide(
  { testShare, become }: SplitRule,
  isHeldOut: boolean,
  hash: Uint8Array,
): Side {
  if (isHeldOut) return become === 'test' ? 'test' : 'leftOut'
  let draw = 0
  for (const byte of hash.subarray(0, drawBytes)) draw = draw * 256 + byte
  return draw / 256 ** drawBytes < testShare ? 'test' : 'train'
}

/** The splits that a release can have anything in. */
export function listSplits({ testShare, become }: SplitRule, heldOutLists: number): Split[] {
  return testShare > 0 || (become === 'test' && heldOutLists > 0) ? [...splits] : ['train']
}
