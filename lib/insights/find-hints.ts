import { ClaimReader } from '@/lib/scoring/embedded/read-claims'
import { listedFindings } from './contract'

/** A claim of a step that does not hold by arithmetic alone. A hint: two in three of those in prose are errors. */
export interface Hint {
  step: number
  words: string
}

const shownClaim = 80

/** Hints at a solution's steps, one a step at most. */
export function findHints(reader: ClaimReader, steps: readonly string[]): Hint[] {
  const hints: Hint[] = []
  reader.begin()
  for (const [step, text] of steps.entries()) {
    let words: string | null = null
    reader.read(text, step, {
      take(kind, holds, left, right, earlierStep) {
        if (holds || words !== null) return
        words =
          kind === 'contradiction'
            ? `says ${writeNumber(right.value)}; step ${earlierStep + 1} said ${writeNumber(left.value)} of the same`
            : `“${shorten(text.slice(Math.min(left.start, right.start), right.end))}”, but the left side comes to ${writeNumber(left.value)}`
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

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= shownClaim ? line : `${[...line].slice(0, shownClaim).join('')}…`
}
