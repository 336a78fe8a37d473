import { shortenText } from '@/lib/problems/shorten-text'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { typesetText } from '@/lib/problems/typeset-text'
import { nameSolution, quoteAnswer } from './describe-answers'
import type {
  AnswerPair,
  Regrade,
  TypesetPair,
  TypesetRegradePair,
  TypesetUnanswered,
  UnansweredList,
} from './pair'

/** Rows shorten longer answers; the details show them as written. */
const maxAnswerCharacters = 300
/** Limit for a problem and a last step. A page loads fifty examples at once. */
const maxExampleCharacters = 3_000

/** Typesets the texts of a pair. Server only. */
export function typesetPair(pair: AnswerPair): TypesetPair {
  const { problem, lastStep } = pair.example
  return {
    ...pair,
    kind: 'pair',
    key: pair.pair,
    name: `${quoteAnswer(pair.answer)} for ${quoteAnswer(pair.referenceAnswer)}`,
    typeset: {
      answer: typesetShortAnswer(pair.answer),
      truth: typesetShortAnswer(pair.referenceAnswer),
      problem: typesetText(shorten(problem)),
      lastStep: typesetText(shorten(lastStep)),
    },
  }
}

export function typesetUnanswered(
  solution: UnansweredList['solutions'][number],
): TypesetUnanswered {
  const { referenceAnswer, suggestion } = solution
  return {
    ...solution,
    kind: 'solution',
    key: solution.solution,
    name: nameSolution(solution),
    typeset: {
      truth: referenceAnswer === null ? [] : typesetShortAnswer(referenceAnswer),
      suggestion: suggestion === null ? [] : typesetShortAnswer(suggestion.answer),
    },
  }
}

export function typesetRegradePair(pair: Regrade['firstPairs'][number]): TypesetRegradePair {
  return {
    pair,
    answer: pair.answer === null ? null : typesetShortAnswer(pair.answer),
    truth: pair.referenceAnswer === null ? null : typesetShortAnswer(pair.referenceAnswer),
  }
}

function typesetShortAnswer(answer: string) {
  const set = typesetAnswer(answer)
  return answer.length > maxAnswerCharacters ? shortenText(set, maxAnswerCharacters) : set
}

const shorten = (text: string) =>
  text.length > maxExampleCharacters ? `${text.slice(0, maxExampleCharacters)} …` : text
