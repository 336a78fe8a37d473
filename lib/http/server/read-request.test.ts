import { expect, test } from 'vitest'
import type { AppError } from '@/lib/platform/errors'
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
