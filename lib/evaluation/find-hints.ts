import type { EquationSide } from '@/lib/scoring/embedded/judge-equality'
import {
  type ArithmeticClaimKind,
  ArithmeticClaimReader,
} from '@/lib/scoring/embedded/read-arithmetic-claims'
import { maxListedFindings } from './evaluation-limits'
import {
  containsProductOfVariables,
  isSelfContainedCalculation,
} from './is-self-contained-calculation'

/** A step that contradicts its own arithmetic or an earlier step. Only a hint: in prose, about two in three are errors. */
export interface ArithmeticHint {
  step: number
  /** What does not add up, with formulas between dollar signs. */
  description: string
}

/** For a longer claim, only the values of both sides are shown, because half a formula cannot be typeset. */
const maxClaimLength = 120

/** At most one hint per step. Ignores formulas that could not be read completely or that hold at the given precision. */
export function findArithmeticHints(
  reader: ArithmeticClaimReader,
  steps: readonly string[],
): ArithmeticHint[] {
  const hints: ArithmeticHint[] = []
  reader.startSolution()
  // A variable read wrongly would cause a false contradiction in every later step that uses it.
  let areNamesReliable = true
  for (const [step, text] of steps.entries()) {
    let description: string | null = null
    areNamesReliable &&= !containsProductOfVariables(text)
    reader.read(text, step, {
      onClaim(kind, isTrue, left, right, earlierStep) {
        if (isTrue || description !== null || (kind !== 'arithmetic' && !areNamesReliable)) return
        if (isEqualAtPrecision(kind, left, right)) return
        const [start, end] = [Math.min(left.start, right.start), right.end]
        if (!isSelfContainedCalculation(text, start, end)) return
        description =
          kind === 'contradiction'
            ? `${formatNumber(right.value)} here, but ${formatNumber(left.value)} in step ${earlierStep + 1}`
            : describeClaim(text.slice(start, end), left, right)
      },
    })
    if (description !== null) hints.push({ step, description })
  }
  return hints
}

/** The steps of a solution with the highest rating that any annotator gave each of them. */
export interface RatedSolutionText {
  solution: string
  steps: readonly string[]
  ratings: readonly (number | null)[]
  /** First step that any annotator rated negative. This and later steps are not checked. */
  firstNegative: number | null
}

export interface StepWithArithmeticHint extends ArithmeticHint {
  solution: string
  text: string
  rating: number | null
}

/** Collects hints at steps that no one rated negative; rated steps are listed first. */
export class ArithmeticHintAccumulator {
  hintedSteps = 0
  solutions = 0
  private readonly reader = new ArithmeticClaimReader()
  private readonly ratedHints: StepWithArithmeticHint[] = []
  private readonly unratedHints: StepWithArithmeticHint[] = []

  add({ solution, steps, ratings, firstNegative }: RatedSolutionText): void {
    this.solutions += 1
    const stepsToCheck = firstNegative === null ? steps : steps.slice(0, firstNegative)
    for (const { step, description } of findArithmeticHints(this.reader, stepsToCheck)) {
      this.hintedSteps += 1
      const rating = ratings[step] ?? null
      const list = rating === null ? this.unratedHints : this.ratedHints
      if (list.length < maxListedFindings)
        list.push({ solution, step, description, text: steps[step] ?? '', rating })
    }
  }

  list(): StepWithArithmeticHint[] {
    return [...this.ratedHints, ...this.unratedHints].slice(0, maxListedFindings)
  }
}

const numbers = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 6 })
const formatNumber = (value: number) => numbers.format(value).replace(/^-/, '−')

/** The claim as a formula between dollar signs or, if it contains prose, in quotes. */
function describeClaim(claim: string, left: EquationSide, right: EquationSide): string {
  const claimText = claim.replace(/\s+/g, ' ').trim()
  const leftSideText = `the left side is ${formatNumber(left.value)}`
  if (claimText.length > maxClaimLength)
    return `${leftSideText}, the right side ${formatNumber(right.value)}`
  const hasProse = /(?<![\\a-zA-Z])[a-zA-Z]{2,}/.test(claimText.replaceAll(/\\[a-zA-Z]+/g, ' '))
  return hasProse
    ? `“${claimText}”, but ${leftSideText}`
    : `$${claimText.replaceAll('$', '')}$, but ${leftSideText}`
}

const maxRelativeError = 0.05

/** Whether both sides are equal at the given precision: inputs may have been rounded or truncated. */
function isEqualAtPrecision(
  kind: ArithmeticClaimKind,
  left: EquationSide,
  right: EquationSide,
): boolean {
  const distance = Math.abs(left.value - right.value)
  const relativeError = distance / Math.max(Math.abs(left.value), Math.abs(right.value))
  const isWhole = Number.isInteger(left.value) && Number.isInteger(right.value)
  if (kind === 'contradiction') return !isWhole && relativeError <= maxRelativeError
  const decimals = Math.max(left.decimals, right.decimals)
  if (decimals === 0 && isWhole) return false
  if (decimals > 0 && relativeError <= 0.01) return true
  const unit = 10 ** -right.decimals / (right.hasPercent ? 100 : 1)
  // Decimals may be truncated or rounded. Whole numbers may be rounded from decimals, but not from fractions.
  if (right.decimals > 0 || right.hasPercent) return distance <= unit * (1 + 1e-9)
  return left.decimals > 0 && distance <= 0.5 * (1 + 1e-9)
}
