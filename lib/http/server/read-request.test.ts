import { describe, expect, test } from 'vitest'
import type { AppError } from '@/lib/platform/errors'
import { getProgressContract } from '@/lib/progress/contract'
import { createProjectContract } from '@/lib/projects/contract'
import { claimNextContract } from '@/lib/queue/contract'
import { readCallInput } from './read-request'

async function readRefusal(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://stepmark.test', { method: 'POST', body, headers })
  const error = await readCallInput(claimNextContract, request, { project: 'p' }).then(
    () => null,
    (thrown: AppError) => thrown,
  )
  expect(error?.code).toBe('invalid_input')
  return JSON.stringify([error!.message, error!.details])
}

test('keeps the error about unknown request fields short for many or long names', async () => {
  expect(await readRefusal('{"colour":1}')).toContain('colour')
  const names = Array.from({ length: 100_000 }, (_, i) => `"a${i}":1`)
  for (const body of [`{${names.join()}}`, `{"${'a'.repeat(1_000_000)}":1}`])
    expect((await readRefusal(body)).length).toBeLessThan(2_000)
})

test('rejects __proto__ in a request like every other unknown name, at any depth', async () => {
  for (const body of [
    '{"__proto__":1}',
    '{"\\u005f_proto__":{}}',
    '{"prefetch":[{"__proto__":{}}]}',
  ])
    expect(await readRefusal(body)).toContain('__proto__: Unrecognized key')
  const request = new Request('http://stepmark.test/a?__proto__=1')
  await expect(readCallInput(getProgressContract, request, { project: 'p' })).rejects.toThrow(
    '__proto__: Unrecognized key',
  )
})

test('rejects a request with a key that occurs twice in one object, and names its location', async () => {
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
  const longKey = `"${'a'.repeat(1_000_000)}":1`
  expect((await readRefusal(`{${longKey},${longKey}}`)).length).toBeLessThan(2_000)
})

test('rejects a request body that is nested too deeply', async () => {
  const depth = 500_000
  const refusal = await readRefusal(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  expect(refusal).toContain('nested deeper than 64 levels')
})

describe('a call whose fields are all optional', () => {
  const readInput = (init: RequestInit) =>
    readCallInput(
      claimNextContract,
      new Request('http://stepmark.test', { method: 'POST', ...init }),
      {
        project: 'p',
      },
    )

  test.each<[string, RequestInit]>([
    ['no body', {}],
    ['an empty body', { body: '', headers: { 'content-type': 'application/json' } }],
    ['an empty body without a content type', { body: new Uint8Array(0) }],
  ])('is accepted with %s', async (_, init) => {
    expect(await readInput(init)).toEqual({ project: 'p', prefetch: false })
  })

  test('is rejected if it has a body without a content type', async () => {
    const body = new TextEncoder().encode('{"prefetch":true}')
    await expect(readInput({ body })).rejects.toThrow(
      'Send JSON with the content type application/json',
    )
  })
})

test('a call with a required field is rejected without a body', async () => {
  const request = new Request('http://stepmark.test', { method: 'POST' })
  await expect(readCallInput(createProjectContract, request, {})).rejects.toThrow('Send JSON')
})
