import {
  type ArithmeticClaimKind,
  ArithmeticClaimReader,
} from '@/lib/scoring/embedded/read-arithmetic-claims'

/** A claim in a step that arithmetic can check. */
export interface ArithmeticClaim {
  /**
   * `arithmetic`: `3 * 4 = 12`. `substituted`: the same with letters that have stated values. `contradiction`: `x = 5`
   * after `x = 3`, without a hint that it is a trial value or an alternative; always false.
   */
  kind: ArithmeticClaimKind
  isTrue: boolean
  /** Start and end in the step, in UTF-16 units. */
  start: number
  end: number
  /** The value of the left side; for a contradiction, the value stated before. */
  expected: number
  /** The value of the right side. */
  claimed: number
  /** For a contradiction, the earlier step that stated the value, 0-based; else null. */
  earlierStep: number | null
}

/**
 * The claims in a step that arithmetic can check, in order: equations whose sides are numbers, plain or LaTeX, and
 * values of letters that were stated before. Never evaluates text as code. Skips everything that it can't read, so a
 * step without claims is not necessarily correct. Quotients of integers are exact, decimals may be rounded, and `≈`
 * allows 2%.
 * @param earlier the steps before it, which define letters
 */
export function checkArithmetic(step: string, earlier: readonly string[] = []): ArithmeticClaim[] {
  const reader = new ArithmeticClaimReader()
  reader.startSolution()
  for (const [index, text] of earlier.entries())
    reader.read(text, index, { onClaim: () => undefined })
  const claims: ArithmeticClaim[] = []
  reader.read(step, earlier.length, {
    onClaim(kind, isTrue, left, right, earlierStep) {
      claims.push({
        kind,
        isTrue,
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
