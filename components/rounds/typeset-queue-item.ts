import type { RoundOutcome } from '@/lib/rounds/contract'
import { type ReplyTypesetter, typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import type { QueueReply, TypesetQueueItem } from './round'

const answerCharacters = 60

/** Typesets a queue item. Runs on the server, like all typesetting. */
function typesetQueueItem(
  { excerpt, answerExcerpt }: ReplyTypesetter,
  item: QueueReply['items'][number] | RoundOutcome['firstItems'][number],
): TypesetQueueItem {
  const { problem, answer, referenceAnswer, ...itemFields } = item
  const typesetShortAnswer = (source: string | null) =>
    source === null ? [] : answerExcerpt(source, answerCharacters)
  return {
    ...itemFields,
    typeset: {
      problem: excerpt(problem),
      answer: typesetShortAnswer(answer),
      referenceAnswer: typesetShortAnswer(referenceAnswer),
    },
  }
}

/** Typesets the queue items of a page. */
export const typesetQueueItems = (items: readonly Parameters<typeof typesetQueueItem>[1][]) =>
  typesetTextsForPage((typesetter) => items.map((item) => typesetQueueItem(typesetter, item)))
