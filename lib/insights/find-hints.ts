import type { Side } from '@/lib/scoring/embedded/judge-equality'
import { type ClaimKind, ClaimReader } from '@/lib/scoring/embedded/read-claims'
import { listedFindings } from './contract'
import { hasProductOfLetters, isReadWhole } from './read-whole'

/** A claim of a step that does not hold by arithmetic alone. A hint: two in three of those in prose are errors. */
export interface Hint {
  step: number
  /** What is odd, with formulas between dollar signs. */
  words: string
}

/** Of a longer claim both sides are told and not the claim: half a formula cannot be set. */
const shownClaim = 120

/**
 * Hints at a solution's steps, one a step at most: only at what was read whole, and at what does not hold to the digits
 * that are given.
 */
export function findHints(reader: ClaimReader, steps: readonly string[]): Hint[] {
  const hints: Hint[] = []
  reader.begin()
  // Letters whose values were read wrongly would be blamed on every step that names them.
  let isNamedWell = true
  for (const [step, text] of steps.entries()) {
    let words: string | null = null
    isNamedWell &&= !hasProductOfLetters(text)
    reader.read(text, step, {
      take(kind, holds, left, right, earlierStep) {
        if (holds || words !== null || (kind !== 'arithmetic' && !isNamedWell)) return
        if (holdsAsGiven(kind, left, right)) return
        const [start, end] = [Math.min(left.start, right.start), right.end]
        if (!isReadWhole(text, start, end)) return
        words =
          kind === 'contradiction'
            ? `says ${writeNumber(right.value)}; step ${earlierStep + 1} said ${writeNumber(left.value)} of the same`
            : describeClaim(text.slice(start, end), left, right)
      },
    })
    if (words !== null) hints.push({ step, words })
  }
  return hints
}

/** A solution's text and what people rated, by step; each rating the best that anybody gave. */
export interface RatedText {
  solution: string
  steps: readonly string[]
  ratings: readonly (number | null)[]
  /** The first step that anybody rated negative; what comes after is not looked at. Null: none. */
  firstNegative: number | null
}

export interface HintedStep extends Hint {
  solution: string
  text: string
  rating: number | null
}

/** The hints that are worth a look: those that nobody rated negative, and of these first the ones that people passed. */
export class HintTally {
  hinted = 0
  solutions = 0
  private readonly reader = new ClaimReader()
  private readonly rated: HintedStep[] = []
  private readonly unrated: HintedStep[] = []

  add({ solution, steps, ratings, firstNegative }: RatedText): void {
    this.solutions += 1
    const read = firstNegative === null ? steps : steps.slice(0, firstNegative)
    for (const { step, words } of findHints(this.reader, read)) {
      this.hinted += 1
      const rating = ratings[step] ?? null
      const list = rating === null ? this.unrated : this.rated
      if (list.length < listedFindings)
        list.push({ solution, step, words, text: steps[step] ?? '', rating })
    }
  }

  list(): HintedStep[] {
    return [...this.rated, ...this.unrated].slice(0, listedFindings)
  }
}

const numbers = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 6 })
const writeNumber = (value: number) => numbers.format(value).replace(/^-/, '−')

/** The claim as a formula between dollar signs, or, with words in it, in quotes. */
function describeClaim(claim: string, left: Side, right: Side): string {
  const line = claim.replace(/\s+/g, ' ').trim()
  const comes = `the left side comes to ${writeNumber(left.value)}`
  if (line.length > shownClaim) return `${comes}, the right side to ${writeNumber(right.value)}`
  const hasWords = /(?<![\\a-zA-Z])[a-zA-Z]{2,}/.test(line.replaceAll(/\\[a-zA-Z]+/g, ' '))
  return hasWords ? `“${line}”, but ${comes}` : `$${line.replaceAll('$', '')}$, but ${comes}`
}

const mostOff = 0.05

/** Whether the two are equal to the digits that are given: what went in may have been rounded or cut off before. */
function holdsAsGiven(kind: ClaimKind, left: Side, right: Side): boolean {
  const distance = Math.abs(left.value - right.value)
  const share = distance / Math.max(Math.abs(left.value), Math.abs(right.value))
  const isWhole = Number.isInteger(left.value) && Number.isInteger(right.value)
  if (kind === 'contradiction') return !isWhole && share <= mostOff
  const decimals = Math.max(left.decimals, right.decimals)
  if (decimals === 0 && isWhole) return false
  if (decimals > 0 && share <= 0.01) return true
  const unit = 10 ** -right.decimals / (right.hasPercent ? 100 : 1)
  // Cut off or rounded after a decimal; to whole numbers one rounds what has decimals, and fractions stay what they are.
  if (right.decimals > 0 || right.hasPercent) return distance <= unit * (1 + 1e-9)
  return left.decimals > 0 && distance <= 0.5 * (1 + 1e-9)
}
