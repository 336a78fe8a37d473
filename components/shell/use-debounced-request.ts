import { useEffect, useEffectEvent, useState } from 'react'
import { describeCallError } from '@/lib/client/describe-call-error'

interface RequestResult<Reply> {
  key: string
  reply: Reply | null
  requestError: string | null
}

/**
 * Sends a request when its key has not changed for a while, and aborts it when the key changes. After an error, the last reply
 * stays.
 *
 * @param key identifies the request; null sends none
 */
export function useDebouncedRequest<Reply>(
  key: string | null,
  debounceMs: number,
  send: (signal: AbortSignal) => Promise<Reply>,
) {
  const [result, setResult] = useState<RequestResult<Reply> | null>(null)
  const sendCurrent = useEffectEvent(send)
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      sendCurrent(signal).then(
        (reply) => signal.aborted || setResult({ key, reply, requestError: null }),
        (error: unknown) =>
          signal.aborted ||
          setResult((previous) => ({
            key,
            reply: previous?.reply ?? null,
            requestError: describeCallError(error),
          })),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, debounceMs])
  return {
    /** The last reply, possibly to an earlier request. */
    reply: result?.reply ?? null,
    requestError: result?.requestError ?? null,
    /** Whether the reply or error is that of the current request. */
    isCurrent: result?.key === key,
  }
}
