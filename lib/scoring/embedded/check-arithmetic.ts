import { type ClaimKind, ClaimReader } from './read-claims'

/** A claim of a step that can be checked by arithmetic alone. */
export interface ArithmeticClaim {
  /**
   * `arithmetic`: `3 * 4 = 12`. `substituted`: the same with letters whose values were stated. `contradiction`: `x = 5`
   * after `x = 3`, where nothing says that it is tried or one of several; never holds.
   */
  kind: ClaimKind
  holds: boolean
  /** Beginning and end in the step, in UTF-16 units. */
  start: number
  end: number
  /** What the left side comes to; of a contradiction, what was stated before. */
  expected: number
  /** What the right side comes to. */
  claimed: number
  /** Of a contradiction: the step before this one that stated it, from 0; else null. */
  earlierStep: number | null
}

/**
 * The claims of a step that can be checked, in order: equations whose sides are numbers, plain or LaTeX, and values of
 * letters against those stated before. Nothing is evaluated as code; what is not understood is passed over, so that no
 * claim is no praise. Integers divided are not rounded, decimals are; `≈` allows 2 %.
 *
 * @param earlier the steps before it, which say what letters are
 */
export function checkArithmetic(step: string, earlier: readonly string[] = []): ArithmeticClaim[] {
  const reader = new ClaimReader()
  reader.begin()
  for (const [index, text] of earlier.entries()) reader.read(text, index, { take: () => undefined })
  const claims: ArithmeticClaim[] = []
  reader.read(step, earlier.length, {
    take(kind, holds, left, right, earlierStep) {
      claims.push({
        kind,
        holds,
        start: Math.min(left.start, right.start),
        end: right.end,
        expected: left.value,
        claimed: right.value,
        earlierStep: earlierStep < 0 ? null : earlierStep,
      })
    },
  })
  return claims
}
