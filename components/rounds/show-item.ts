import { shortenText } from '@/components/projects/shorten-text'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { typesetText } from '@/lib/problems/typeset-text'
import type { RoundOutcome } from '@/lib/rounds/contract'
import { omitShown } from './omit-shown'
import type { QueueHead, ShownItem } from './round'

/** Two lines of the column, about. */
const problemCharacters = 160
const answerCharacters = 60

/** Sets the texts of a row: on the server, as all formulas. */
export function showItem(
  item: QueueHead['items'][number] | RoundOutcome['head'][number],
): ShownItem {
  const { problem, answer, truth, ...rest } = item
  return {
    ...rest,
    why: omitShown(item.reason, item),
    set: {
      problem: shortenText(typesetText(problem), problemCharacters),
      answer: setAnswer(answer),
      truth: setAnswer(truth),
    },
  }
}

const setAnswer = (answer: string | null) =>
  answer === null ? [] : shortenText(typesetAnswer(answer), answerCharacters)
