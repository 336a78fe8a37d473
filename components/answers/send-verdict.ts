import { callApi } from '@/lib/client/call-api'
import type { VerdictDetails, VerdictSubject } from './answers'
import type { VerdictInput } from './verdict-details'

export interface SavedVerdict {
  status: VerdictDetails
  /** The number of solutions whose verdict changed; null for a verdict on one solution. */
  changed: number | null
}

/**
 * Sends a verdict to the server and returns the resulting status.
 *
 * @param expected when the verdict that the page shows was given; null if there was none
 */
export async function sendVerdict(
  slug: string,
  { kind, key }: Pick<VerdictSubject, 'kind' | 'key'>,
  input: VerdictInput,
  expected: string | null,
): Promise<SavedVerdict> {
  if (kind === 'pair') {
    const { pair, changed } = await sendPairVerdict({ project: slug, pair: key, expected }, input)
    return { status: pair, changed }
  }
  const status = await sendSolutionVerdict({ project: slug, solution: key, expected }, input)
  return { status, changed: null }
}

function sendPairVerdict(
  target: { project: string; pair: string; expected: string | null },
  input: VerdictInput,
) {
  if (input === null) return callApi('post /projects/{project}/answers/withdraw', target)
  if ('answer' in input) throw new Error('a pair already has an answer')
  return callApi('post /projects/{project}/answers/decide', { ...target, ...input })
}

function sendSolutionVerdict(
  target: { project: string; solution: string; expected: string | null },
  input: VerdictInput,
) {
  if (input === null)
    return callApi('post /projects/{project}/solutions/{solution}/verdict/restore', target)
  if ('answer' in input)
    return callApi('post /projects/{project}/solutions/{solution}/verdict/answer', {
      ...target,
      ...input,
    })
  return callApi('post /projects/{project}/solutions/{solution}/verdict', { ...target, ...input })
}
