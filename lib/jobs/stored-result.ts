/** A stored result, or why there is none. */
export interface StoredResult {
  state: string
  isOutdated: boolean | null
  result: object | null
  finishedAt: string | null
}

/** Pages don't repeat a failed or cancelled run on their own for this long. People can retry at once. */
export const automaticRetryDelayMs = 10 * 60 * 1000

/** Whether a page can show this result without starting a new run. */
export function isStoredResultReusable(storedResult: StoredResult, now = Date.now()): boolean {
  const { state, isOutdated, result, finishedAt } = storedResult
  if (state === 'done') return result !== null && isOutdated !== true
  return finishedAt !== null && now - Date.parse(finishedAt) < automaticRetryDelayMs
}
