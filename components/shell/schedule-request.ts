import { describeCallError } from '@/lib/client/describe-call-error'

/** `key` identifies the request. */
export interface RequestResult<Reply> {
  key: string
  reply: Reply | null
  requestError: string | null
}

interface RequestOptions<Reply> {
  key: string
  debounceMs: number
  send: (signal: AbortSignal) => Promise<Reply>
  /** Receives the result before this one. */
  onResult: (makeNext: (previous: RequestResult<Reply> | null) => RequestResult<Reply>) => void
}

/**
 * Sends a request after a while. Returns a function that aborts it, after which there is no result. After an error, the last
 * reply stays.
 */
export function scheduleRequest<Reply>(options: RequestOptions<Reply>): () => void {
  const { key, debounceMs, send } = options
  const controller = new AbortController()
  const { signal } = controller
  const onResult: typeof options.onResult = (makeNext) => {
    if (!signal.aborted) options.onResult(makeNext)
  }
  const timer = setTimeout(() => {
    send(signal).then(
      (reply) => onResult(() => ({ key, reply, requestError: null })),
      (error: unknown) => {
        const requestError = describeCallError(error)
        onResult((previous) => ({ key, reply: previous?.reply ?? null, requestError }))
      },
    )
  }, debounceMs)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}

export const readRequestResult = <Reply>(
  result: RequestResult<Reply> | null,
  key: string | null,
) => ({
  /** The last reply, possibly to an earlier request. */
  reply: result?.reply ?? null,
  requestError: result?.requestError ?? null,
  /** Whether the reply or error is that of the current request. */
  isCurrent: result?.key === key,
})
