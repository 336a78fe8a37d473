import { shortenText } from '@/lib/problems/shorten-text'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { typesetText } from '@/lib/problems/typeset-text'
import type { RoundOutcome } from '@/lib/rounds/contract'
import type { QueueListing, TypesetQueueItem } from './round'

/** About two lines of the column. */
const problemCharacters = 160
const answerCharacters = 60

/** Typesets a queue item. Runs on the server, like all typesetting. */
export function typesetQueueItem(
  item: QueueListing['items'][number] | RoundOutcome['firstItems'][number],
): TypesetQueueItem {
  const { problem, answer, referenceAnswer, ...rest } = item
  return {
    ...rest,
    typeset: {
      problem: shortenText(typesetText(problem), problemCharacters),
      answer: typesetShortAnswer(answer),
      referenceAnswer: typesetShortAnswer(referenceAnswer),
    },
  }
}

const typesetShortAnswer = (answer: string | null) =>
  answer === null ? [] : shortenText(typesetAnswer(answer), answerCharacters)
