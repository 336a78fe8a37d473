import { useEffect, useEffectEvent, useState } from 'react'
import { readRequestResult, scheduleRequest, type RequestResult } from './schedule-request'

/**
 * Sends a request when its key has not changed for a while, and aborts it when the key changes. After an error, the last reply
 * stays.
 *
 * @param key identifies the request; null sends none
 * @param debounceMs 0 sends it at once
 */
export function useRequest<Reply>(
  key: string | null,
  debounceMs: number,
  send: (signal: AbortSignal) => Promise<Reply>,
) {
  const [result, setResult] = useState<RequestResult<Reply> | null>(null)
  const sendCurrent = useEffectEvent(send)
  useEffect(() => {
    if (key === null) return
    return scheduleRequest({
      key,
      debounceMs,
      send: (signal) => sendCurrent(signal),
      onResult: setResult,
    })
  }, [key, debounceMs])
  return readRequestResult(result, key)
}
