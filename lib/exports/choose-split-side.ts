export const splits = ['train', 'test'] as const
export type Split = (typeof splits)[number]
/** `heldOut`: on a held-out list, and not in the release. */
export type SplitSide = Split | 'heldOut'

export interface SplitRule {
  testShare: number
  action: 'exclude' | 'test'
}

/** The first 48 bits of the hash, which a number represents exactly. */
const hashBytes = 6

/**
 * The side of a problem. Held-out problems are never in `train`. The others are divided by hash
 * alone, so a problem keeps its side when other problems are added or removed, and a larger share
 * includes all of a smaller one.
 *
 * @param hash SHA-256 of the seed and the normalised statement
 */
export function chooseSplitSide(
  { testShare, action }: SplitRule,
  isHeldOut: boolean,
  hash: Uint8Array,
): SplitSide {
  if (isHeldOut) return action === 'test' ? 'test' : 'heldOut'
  let value = 0
  for (const byte of hash.subarray(0, hashBytes)) value = value * 256 + byte
  return value / 256 ** hashBytes < testShare ? 'test' : 'train'
}

/** The splits that can have rows in a release. */
export function listPossibleSplits(
  { testShare, action }: SplitRule,
  heldOutListCount: number,
): Split[] {
  return testShare > 0 || (action === 'test' && heldOutListCount > 0) ? [...splits] : ['train']
}
