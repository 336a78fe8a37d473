import { extractStatedAnswer } from './extract-answer'

/** Words in a sentence that change or negate its number. */
const changingWords =
  /\b(?:not|no|never|neither|nor|none|without|except|but|cannot|false|wrong|incorrect|if|unless|may|might|could|maybe|perhaps|less|more|fewer|greater|larger|smaller|higher|lower|least|most|over|under|above|below|between|almost|nearly|roughly|around|half|twice|double|times|minus|plus|negative|opposite|reciprocal|inverse|loss|deficit)\b|n't\b/i

/** Phrases that introduce a value in a sentence. */
const valueIntroduction =
  /(?<=^|\s)(?:is|are|was|were|equals|equal\s+to|=|gives|makes|totals|get|gets|got|have|has|obtain|so|therefore|thus|hence|it's|that's|answer)[,:]?\s+/gi

/**
 * Returns the value at the end of a sentence: the 3/4 of "the width of it is 3/4". Null if there is none, or if words
 * change its meaning: "less than 5", "it is not 5".
 */
export function findSentenceValue(source: string): string | null {
  const prose = source.replace(/\\text\s*\{([^{}]*)\}/g, ' $1 ').trim()
  if (!isProse(prose)) return null
  const statedAnswer = extractStatedAnswer(prose)
  const sentence = statedAnswer ?? prose
  if (changingWords.test(prose.replace(/\$[^$]*\$/g, ' '))) return null
  const lastIntroduction = [...sentence.matchAll(valueIntroduction)].at(-1)
  if (!lastIntroduction) return statedAnswer
  return sentence.slice(lastIntroduction.index + lastIntroduction[0].length)
}

/** Whether a text is words with formulas between them, and not code or garbage. */
function isProse(text: string): boolean {
  const prose = text.replace(/\$[^$]*\$/g, ' ')
  const hasWords = /[a-zA-Z]{2,}\s+[a-zA-Z]{2,}/.test(prose)
  return hasWords && /^[\p{L}\p{N}\s.,:!?'"$%€£°²³/*()-]*$/u.test(prose)
}
