import { call } from '@/lib/client/call'
import type { settleAnswersContract, unsettleAnswersContract } from '@/lib/review/answers-contract'
import type {
  overruleVerdictContract,
  readAnswerContract,
  restoreVerdictContract,
} from '@/lib/review/solution-verdicts-contract'
import type { Standing, Subject } from './pair'
import type { Word } from './settling'

export interface Heard {
  standing: Standing
  /** Solutions whose verdict is another now; null where it is about one. */
  changed: number | null
}

/**
 * Says it to the server, and gives how it stands now.
 *
 * @param seen when the word was given that the page shows; null: none
 */
export async function sendWord(
  slug: string,
  { kind, key }: Pick<Subject, 'kind' | 'key'>,
  word: Word,
  seen: string | null,
): Promise<Heard> {
  if (kind === 'pair') {
    const { pair, changed } = await sendOfPair({ project: slug, pair: key, seen }, word)
    return { standing: pair, changed }
  }
  const standing = await sendOfSolution({ project: slug, solution: key, seen }, word)
  return { standing, changed: null }
}

function sendOfPair(place: { project: string; pair: string; seen: string | null }, word: Word) {
  if (word === null)
    return call<typeof unsettleAnswersContract>(
      { method: 'post', path: '/projects/{project}/answers/unsettle' },
      place,
    )
  if ('answer' in word) throw new Error('what a pair answers is known')
  return call<typeof settleAnswersContract>(
    { method: 'post', path: '/projects/{project}/answers/settle' },
    { ...place, ...word },
  )
}

function sendOfSolution(
  place: { project: string; solution: string; seen: string | null },
  word: Word,
) {
  if (word === null)
    return call<typeof restoreVerdictContract>(
      { method: 'post', path: '/projects/{project}/solutions/{solution}/verdict/restore' },
      place,
    )
  if ('answer' in word)
    return call<typeof readAnswerContract>(
      { method: 'post', path: '/projects/{project}/solutions/{solution}/verdict/reading' },
      { ...place, ...word },
    )
  return call<typeof overruleVerdictContract>(
    { method: 'post', path: '/projects/{project}/solutions/{solution}/verdict' },
    { ...place, ...word },
  )
}
