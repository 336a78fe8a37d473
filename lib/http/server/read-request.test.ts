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

test('keeps the error about unknown names short, however many or long they are', async () => {
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
  const depth = 500_000
  expect(await readRefusal(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toContain('"a"')
  const request = new Request('http://stepmark.test/a?__proto__=1')
  await expect(readInput(getProgressContract, request, { project: 'p' })).rejects.toThrow(
    '__proto__: Unrecognized key',
  )
})
