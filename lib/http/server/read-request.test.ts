import { expect, test } from 'vitest'
import type { AppError } from '@/lib/platform/errors'
import { getProgressContract } from '@/lib/annotations/progress-contract'
import { claimNextContract } from '@/lib/queue/contract'
import { readInput } from './read-request'

async function readRefusal(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://stepmark.test', { method: 'POST', body, headers })
  const error = await readInput(claimNextContract, request, { project: 'p' }).then(
    () => null,
    (thrown: AppError) => thrown,
  )
  expect(error?.code).toBe('invalid_input')
  return JSON.stringify([error!.message, error!.details])
}

test('keeps an error short, however much was sent', async () => {
  expect(await readRefusal('{"colour":1}')).toContain('colour')
  const names = Array.from({ length: 100_000 }, (_, i) => `"a${i}":1`)
  for (const body of [`{${names.join()}}`, `{"${'a'.repeat(1_000_000)}":1}`])
    expect((await readRefusal(body)).length).toBeLessThan(2_000)
})

test('refuses __proto__ like every other unknown name, at any depth', async () => {
  for (const body of [
    '{"__proto__":1}',
    '{"\\u005f_proto__":{}}',
    '{"prefetch":[{"__proto__":{}}]}',
  ])
    expect(await readRefusal(body)).toContain('__proto__: Unrecognized key')
  const request = new Request('http://stepmark.test/a?__proto__=1')
  await expect(readInput(getProgressContract, request, { project: 'p' })).rejects.toThrow(
    '__proto__: Unrecognized key',
  )
})

test('refuses a key that occurs twice in one object, and names its location', async () => {
  for (const [body, location] of [
    ['{"prefetch":1,"prefetch":2}', 'prefetch'],
    ['{"prefetch":[{"a":1,"\\u0061":1}]}', 'prefetch.0.a'],
  ]) {
    const reason = 'occurs twice in the same object'
    expect(JSON.parse(await readRefusal(body!))).toEqual([
      `${location} ${reason}. Send each key once.`,
      { issues: [{ location, reason }] },
    ])
  }
  const long = `"${'a'.repeat(1_000_000)}":1`
  expect((await readRefusal(`{${long},${long}}`)).length).toBeLessThan(2_000)
})

test('refuses a body that is nested too deeply', async () => {
  const depth = 500_000
  const refusal = await readRefusal(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  expect(refusal).toContain('nested deeper than 64 levels')
})
