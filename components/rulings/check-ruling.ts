import { formatCount } from '@/lib/platform/format'
import { wordsMaxLength } from '@/lib/review/ruling-limits'
import type { ListedRuling } from './question'

/** A ruling being written. */
export interface RulingDraft {
  heading: string
  words: string
  /** What the step of the example is to be rated; `none` for a ruling without one; null: not said yet. */
  rating: '-1' | '0' | '1' | 'none' | null
  why: string
}

export type RulingErrors = Partial<Record<'heading' | 'words' | 'rating' | 'why', string>>

export const emptyDraft: RulingDraft = { heading: '', words: '', rating: null, why: '' }

export function readDraft({ heading, words, example }: ListedRuling): RulingDraft {
  const rating = example === null ? 'none' : (String(example.rating) as RulingDraft['rating'])
  return { heading, words, rating, why: example?.why ?? '' }
}

/** Says in words what the server would refuse; the server looks again. */
export function checkRuling({ heading, words, rating, why }: RulingDraft): RulingErrors {
  const errors: RulingErrors = {}
  if (heading.trim() === '')
    errors.heading = 'Name it in a few words: it is a heading in the guideline.'
  if (words.trim() === '') errors.words = 'Write what holds from now on.'
  else if (words.length > wordsMaxLength)
    errors.words = `At most ${formatCount(wordsMaxLength)} characters.`
  if (rating === null) errors.rating = 'Choose one, or take the step for no example.'
  else if (rating !== 'none' && why.trim() === '')
    errors.why = 'Say why: it stands with the worked example.'
  return errors
}

/** The place of a step in a call. */
export interface StepPlace {
  solution: string
  revision: number
  step: number
  option?: number
}

/** As calls take it. */
export function writeDraft({ heading, words, rating, why }: RulingDraft, place: StepPlace | null) {
  const example =
    rating === null || rating === 'none' || place === null
      ? null
      : {
          ...{ solution: place.solution, revision: place.revision, step: place.step },
          ...{ option: place.option ?? 0, rating: Number(rating) as -1 | 0 | 1, why: why.trim() },
        }
  return { heading: heading.trim(), words: words.trim(), example }
}
