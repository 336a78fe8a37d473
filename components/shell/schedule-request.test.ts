import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { readRequestResult, scheduleRequest, type RequestResult } from './schedule-request'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A form whose changes abort the request before, as in `useRequest`. */
function openForm() {
  let result: RequestResult<string> | null = null
  let abort = () => {}
  let currentKey = ''
  const requests: Record<string, PromiseWithResolvers<string>> = {}
  return {
    requests,
    change(key: string) {
      abort()
      currentKey = key
      abort = scheduleRequest<string>({
        key,
        debounceMs: 300,
        send: () => (requests[key] = Promise.withResolvers<string>()).promise,
        onResult: (makeNext) => (result = makeNext(result)),
      })
    },
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    read: () => readRequestResult(result, currentKey),
  }
}

const reply = (text: string) => ({ reply: text, requestError: null, isCurrent: true })

test('a request is sent when its key has not changed for a while', async () => {
  const { change, wait, requests } = openForm()
  change('a')
  await wait(299)
  change('b')
  await wait(299)
  expect(Object.keys(requests)).toEqual([])
  await wait(1)
  expect(Object.keys(requests)).toEqual(['b'])
})

test('the reply to an earlier request stays, as not current, until the next one comes', async () => {
  const { change, wait, requests, read } = openForm()
  change('a')
  await wait(300)
  expect(read()).toEqual({ reply: null, requestError: null, isCurrent: false })
  requests.a!.resolve('A')
  await wait(0)
  expect(read()).toEqual(reply('A'))
  change('b')
  await wait(300)
  expect(read()).toEqual({ ...reply('A'), isCurrent: false })
  requests.b!.resolve('B')
  await wait(0)
  expect(read()).toEqual(reply('B'))
})

test('a reply or an error that comes after the key has changed is ignored', async () => {
  const { change, wait, requests, read } = openForm()
  for (const key of ['a', 'b', 'c']) {
    change(key)
    await wait(300)
  }
  requests.c!.resolve('C')
  await wait(0)
  requests.a!.resolve('A')
  requests.b!.reject(new AppError('unavailable', 'Offline.'))
  await wait(0)
  expect(read()).toEqual(reply('C'))
})

test('after an error, the last reply stays, and the next reply removes the error', async () => {
  const { change, wait, requests, read } = openForm()
  change('b')
  await wait(300)
  requests.b!.reject(new AppError('conflict', 'Try again.'))
  await wait(0)
  expect(read()).toEqual({ reply: null, requestError: 'Try again.', isCurrent: true })
  change('c')
  await wait(300)
  requests.c!.resolve('C')
  await wait(0)
  change('d')
  await wait(300)
  requests.d!.reject(new AppError('conflict', 'Try again.'))
  await wait(0)
  expect(read()).toEqual({ reply: 'C', requestError: 'Try again.', isCurrent: true })
  change('e')
  await wait(300)
  requests.e!.resolve('E')
  await wait(0)
  expect(read()).toEqual(reply('E'))
})
