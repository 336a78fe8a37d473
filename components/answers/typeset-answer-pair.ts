import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import type {
  AnswerPair,
  Regrade,
  TypesetAnswerPair,
  TypesetRegradePair,
  TypesetUnansweredSolution,
  UnansweredSolutionList,
} from './answers'
import { getSolutionName, quoteAnswer } from './describe-answers'

/** Rows shorten longer answers; the details show them as written. */
const maxAnswerCharacters = 300
/** Limit for a problem and a last step. A page loads fifty examples at once. */
const maxExampleCharacters = 3_000

/** Typesets the texts of a pair. Server only. */
export function typesetAnswerPair(
  typesetter: ReplyTypesetter,
  pair: AnswerPair,
): TypesetAnswerPair {
  const { problem, lastStep } = pair.example
  return {
    ...pair,
    kind: 'pair',
    key: pair.pair,
    name: `answer ${quoteAnswer(pair.answer)}, reference ${quoteAnswer(pair.referenceAnswer)}`,
    typeset: {
      answer: typesetShortAnswer(typesetter, pair.answer),
      referenceAnswer: typesetShortAnswer(typesetter, pair.referenceAnswer),
      problem: typesetter.text(shorten(problem)),
      lastStep: typesetter.text(shorten(lastStep)),
    },
  }
}

export function typesetUnansweredSolution(
  typesetter: ReplyTypesetter,
  solution: UnansweredSolutionList['solutions'][number],
): TypesetUnansweredSolution {
  const { referenceAnswer, suggestion } = solution
  return {
    ...solution,
    kind: 'solution',
    key: solution.solution,
    name: getSolutionName(solution),
    typeset: {
      referenceAnswer:
        referenceAnswer === null ? [] : typesetShortAnswer(typesetter, referenceAnswer),
      suggestion: suggestion === null ? [] : typesetShortAnswer(typesetter, suggestion.answer),
    },
  }
}

export function typesetRegradePair(
  typesetter: ReplyTypesetter,
  pair: Regrade['firstPairs'][number],
): TypesetRegradePair {
  return {
    pair,
    answer: pair.answer === null ? null : typesetShortAnswer(typesetter, pair.answer),
    referenceAnswer:
      pair.referenceAnswer === null ? null : typesetShortAnswer(typesetter, pair.referenceAnswer),
  }
}

function typesetShortAnswer({ answer, answerExcerpt }: ReplyTypesetter, source: string) {
  const isLong = source.length > maxAnswerCharacters
  return isLong ? answerExcerpt(source, maxAnswerCharacters) : answer(source)
}

const shorten = (text: string) =>
  text.length > maxExampleCharacters ? `${text.slice(0, maxExampleCharacters)} …` : text
