import { shortenText } from '@/components/projects/shorten-text'
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
    name: `${quoteAnswer(pair.given)} for ${quoteAnswer(pair.truth)}`,
    typeset: {
      given: typesetShortAnswer(pair.given),
      truth: typesetShortAnswer(pair.truth),
      problem: typesetText(shorten(problem)),
      lastStep: typesetText(shorten(lastStep)),
    },
  }
}

export function typesetUnanswered(
  solution: UnansweredList['solutions'][number],
): TypesetUnanswered {
  const { truth, looksLike } = solution
  return {
    ...solution,
    kind: 'solution',
    key: solution.solution,
    name: nameSolution(solution),
    typeset: {
      truth: truth === null ? [] : typesetShortAnswer(truth),
      looksLike: looksLike === null ? [] : typesetShortAnswer(looksLike.answer),
    },
  }
}

export function typesetRegradePair(pair: Regrade['firstPairs'][number]): TypesetRegradePair {
  return {
    pair,
    given: pair.given === null ? null : typesetShortAnswer(pair.given),
    truth: pair.truth === null ? null : typesetShortAnswer(pair.truth),
  }
}

function typesetShortAnswer(answer: string) {
  const set = typesetAnswer(answer)
  return answer.length > maxAnswerCharacters ? shortenText(set, maxAnswerCharacters) : set
}

const shorten = (text: string) =>
  text.length > maxExampleCharacters ? `${text.slice(0, maxExampleCharacters)} …` : text
