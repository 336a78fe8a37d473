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
export function isStoredResultReusable({
  state,
  isOutdated,
  result,
  finishedAt,
}: StoredResult): boolean {
  if (state === 'done') return result !== null && isOutdated !== true
  return finishedAt !== null && Date.now() - Date.parse(finishedAt) < automaticRetryDelayMs
}
