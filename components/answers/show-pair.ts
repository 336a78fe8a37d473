import { shortenText } from '@/components/projects/shorten-text'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { typesetText } from '@/lib/problems/typeset-text'
import { nameSolution, quoteAnswer } from './describe-answers'
import type {
  AnswerPair,
  Regrade,
  ShownPair,
  ShownRegradePair,
  ShownUnanswered,
  UnansweredList,
} from './pair'

/** Of a longer answer a row shows the beginning; as it is written it stands beside the list. */
const answerCharacters = 300
/** Of a problem and a last step; all fifty examples of a page come at once. */
const exampleCharacters = 3_000

/** Sets the texts of a pair: on the server, as all formulas. */
export function showPair(pair: AnswerPair): ShownPair {
  const { problem, lastStep } = pair.example
  return {
    ...pair,
    kind: 'pair',
    key: pair.pair,
    called: `${quoteAnswer(pair.given)} for ${quoteAnswer(pair.truth)}`,
    set: {
      given: showAnswer(pair.given),
      truth: showAnswer(pair.truth),
      problem: typesetText(cut(problem)),
      lastStep: typesetText(cut(lastStep)),
    },
  }
}

export function showUnanswered(solution: UnansweredList['solutions'][number]): ShownUnanswered {
  const { truth, looksLike } = solution
  return {
    ...solution,
    kind: 'solution',
    key: solution.solution,
    called: nameSolution(solution),
    set: {
      truth: truth === null ? [] : showAnswer(truth),
      looksLike: looksLike === null ? [] : showAnswer(looksLike.answer),
    },
  }
}

export function showRegradePair(pair: Regrade['firstPairs'][number]): ShownRegradePair {
  return {
    pair,
    given: pair.given === null ? null : showAnswer(pair.given),
    truth: pair.truth === null ? null : showAnswer(pair.truth),
  }
}

function showAnswer(answer: string) {
  const set = typesetAnswer(answer)
  return answer.length > answerCharacters ? shortenText(set, answerCharacters) : set
}

const cut = (text: string) =>
  text.length > exampleCharacters ? `${text.slice(0, exampleCharacters)} …` : text
