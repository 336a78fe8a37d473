import { describe, expect, test } from 'vitest'
import { parseBatchRequests, maxRequestErrors } from './read-requests'

async function readRequests(text: string, maxBytes = 10_000) {
  const chunks = (async function* () {
    yield await Promise.resolve(new TextEncoder().encode(text))
  })()
  const { requests, errors } = await parseBatchRequests(chunks, { maxBytes })
  return { requests: Object.fromEntries(requests), errors }
}

const chat = {
  custom_id: 'a',
  method: 'POST',
  url: '/v1/chat/completions',
  body: {
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'An example' },
      { role: 'assistant', content: 'Its answer' },
      { role: 'user', content: [{ type: 'text', text: '1 + 1?' }] },
    ],
  },
}

describe('a batch request file', () => {
  test('gives the problem as the last user message, the prompt or the problem itself', async () => {
    const prompt = { custom_id: 'b', url: '/v1/completions', answer: 4, body: { prompt: '2 + 2?' } }
    const plainRequest = { custom_id: 'c', problem: '3 + 3?', answer: '6', generator: 'n' }
    const text = [chat, prompt, plainRequest].map((request) => JSON.stringify(request)).join('\n')
    const expected = {
      requests: {
        a: { problem: '1 + 1?', answer: null, generator: 'm' },
        b: { problem: '2 + 2?', answer: '4', generator: null },
        c: { problem: '3 + 3?', answer: '6', generator: 'n' },
      },
      errors: [],
    }
    expect(await readRequests(text)).toEqual(expected)
    expect(await readRequests(JSON.stringify([chat, prompt, plainRequest], null, 2))).toEqual(
      expected,
    )
  })

  test('can repeat an identical request, but not an id with a different request', async () => {
    const line = '{"custom_id": "a", "problem": "p"}'
    const { requests, errors } = await readRequests(
      `${line}\n${line}\n{"custom_id": "a", "problem": "q"}`,
    )
    expect(requests).toEqual({ a: { problem: 'p', answer: null, generator: null } })
    expect(errors).toEqual([
      {
        line: 3,
        offset: 70,
        location: 'custom_id',
        reason: 'The request "a" occurs twice, with different problems, answers or models.',
        excerpt: '{"custom_id": "a", "problem": "q"}',
      },
    ])
  })

  test.each([
    ['{"custom_id": "a"}', 'body', 'Missing. Its value must be an object.'],
    [
      '{"custom_id": "a", "body": {}}',
      'body',
      'No problem found. Expected a user message or a "prompt".',
    ],
    ['{"custom_id": "a", "body": {"prompt": " "}}', 'body', 'The text is empty.'],
    [
      '{"custom_id": "a", "body": {"prompt": ["x"]}}',
      'body.prompt',
      'Expected one prompt as text. Responses to a list of prompts would all have the same id.',
    ],
    ['{"custom_id": "", "problem": "p"}', 'custom_id', 'The text is empty.'],
    ['{"custom_id": "a", "problem": "p", "answer": []}', 'answer', 'Expected text or a number.'],
    ['[1]', 'line', 'Expected an object, got 1.'],
    ['{"custom_id', 'column 12', 'The line ends inside a string.'],
    [
      '<html>\n<b>',
      'file',
      'The file is not JSON (one object per line, or one list) and not a table with the columns "problem" and "text".',
    ],
  ])('is rejected with the location of the error in %s', async (text, location, reason) => {
    const { errors } = await readRequests(text)
    expect(errors).toMatchObject([{ line: 1, location, reason }])
  })

  test('can have the name of an Object method as an id', async () => {
    const { errors } = await readRequests('{"custom_id": "constructor", "problem": "p"}')
    expect(errors).toEqual([])
  })

  test('is rejected if it has more bytes than allowed', async () => {
    const line = '{"custom_id": "a", "problem": "p"}'
    await expect(readRequests(line, line.length)).resolves.toMatchObject({ errors: [] })
    await expect(readRequests(line, line.length - 1)).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('reading a batch request file', () => {
  const bytes = new TextEncoder().encode('{"custom_id":1}\n'.repeat(1_000))

  test('stops after 100 errors', async () => {
    let chunks = 0
    const endless = (async function* () {
      for (;;) {
        chunks += 1
        yield await Promise.resolve(bytes)
      }
    })()
    const { errors } = await parseBatchRequests(endless, { maxBytes: 10 ** 8 })
    expect(errors).toHaveLength(maxRequestErrors)
    expect(chunks).toBeLessThan(8)
  })

  test('stops when the import is cancelled', async () => {
    const text = '{"custom_id":"a","problem":"Why?"}\n'.repeat(10)
    const chunks = (async function* () {
      yield await Promise.resolve(new TextEncoder().encode(text))
    })()
    let checks = 0
    const throwIfEnded = () => {
      checks += 1
      if (checks === 4) throw new Error('not wanted')
    }
    await expect(parseBatchRequests(chunks, { maxBytes: 1_000, throwIfEnded })).rejects.toThrow(
      'not wanted',
    )
    expect(checks).toBe(4)
  })
})
