import { extractStatedAnswer } from './extract-answer'

/** Words that say of the number in a sentence that the answer is another, or that it is not known. */
const turning =
  /\b(?:not|no|never|neither|nor|none|without|except|but|cannot|false|wrong|incorrect|if|unless|may|might|could|maybe|perhaps|less|more|fewer|greater|larger|smaller|higher|lower|least|most|over|under|above|below|between|almost|nearly|roughly|around|half|twice|double|times|minus|plus|negative|opposite|reciprocal|inverse|loss|deficit)\b|n't\b/i

/** What leads to a value in a sentence. */
const lead =
  /(?<=^|\s)(?:is|are|was|were|equals|equal\s+to|=|gives|makes|totals|get|gets|got|have|has|obtain|so|therefore|thus|hence|it's|that's|answer)[,:]?\s+/gi

/**
 * The value that a sentence leads up to and ends in: of "the width of it is 3/4", the 3/4. Null where it leads to none, and
 * where its words turn what the number says: "less than 5", "it is not 5".
 */
export function findLedValue(source: string): string | null {
  const prose = source.replace(/\\text\s*\{([^{}]*)\}/g, ' $1 ').trim()
  if (!isProse(prose)) return null
  const stated = extractStatedAnswer(prose)
  const sentence = stated ?? prose
  if (turning.test(prose.replace(/\$[^$]*\$/g, ' '))) return null
  const last = [...sentence.matchAll(lead)].at(-1)
  if (!last) return stated
  return sentence.slice(last.index + last[0].length)
}

/** Words of a language, with formulas between them; no program and nothing garbled. */
function isProse(text: string): boolean {
  const prose = text.replace(/\$[^$]*\$/g, ' ')
  const hasWords = /[a-zA-Z]{2,}\s+[a-zA-Z]{2,}/.test(prose)
  return hasWords && /^[\p{L}\p{N}\s.,:!?'"$%€£°²³/*()-]*$/u.test(prose)
}
