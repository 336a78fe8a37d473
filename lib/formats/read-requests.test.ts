import { describe, expect, test } from 'vitest'

import { readRequests, requestProblemsMost } from './read-requests'

async function read(text: string, maxBytes = 10_000) {
  const chunks = (async function* () {
    yield await Promise.resolve(new TextEncoder().encode(text))
  })()
  const { requests, problems } = await readRequests(chunks, { maxBytes })
  return { requests: Object.fromEntries(requests), problems }
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

describe('requests', () => {
  test('the last message of the user, a prompt, or the problem itself', async () => {
    const prompt = { custom_id: 'b', url: '/v1/completions', answer: 4, body: { prompt: '2 + 2?' } }
    const plain = { custom_id: 'c', problem: '3 + 3?', answer: '6', generator: 'n' }
    const text = [chat, prompt, plain].map((one) => JSON.stringify(one)).join('\n')
    const expected = {
      requests: {
        a: { problem: '1 + 1?', answer: null, generator: 'm' },
        b: { problem: '2 + 2?', answer: '4', generator: null },
        c: { problem: '3 + 3?', answer: '6', generator: 'n' },
      },
      problems: [],
    }
    expect(await read(text)).toEqual(expected)
    expect(await read(JSON.stringify([chat, prompt, plain], null, 2))).toEqual(expected)
  })

  test('the same twice is one; another under the same id is named, and the first counts', async () => {
    const line = '{"custom_id": "a", "problem": "p"}'
    const { requests, problems } = await read(
      `${line}\n${line}\n{"custom_id": "a", "problem": "q"}`,
    )
    expect(requests).toEqual({ a: { problem: 'p', answer: null, generator: null } })
    expect(problems).toEqual([
      {
        line: 3,
        offset: 70,
        place: 'custom_id',
        reason: 'The request "a" stands further up already, with another problem, answer or model.',
        start: '{"custom_id": "a", "problem": "q"}',
      },
    ])
  })

  test.each([
    ['{"custom_id": "a"}', 'body', 'This is missing: an object is needed.'],
    [
      '{"custom_id": "a", "body": {}}',
      'body',
      'There is no problem: a message of the user, or a "prompt", is needed.',
    ],
    ['{"custom_id": "a", "body": {"prompt": " "}}', 'body', 'The text is empty.'],
    [
      '{"custom_id": "a", "body": {"prompt": ["x"]}}',
      'body.prompt',
      'Expected one text: a list of prompts is answered under one id.',
    ],
    ['{"custom_id": "", "problem": "p"}', 'custom_id', 'The text is empty.'],
    ['{"custom_id": "a", "problem": "p", "answer": []}', 'answer', 'Expected text or a number.'],
    ['[1]', 'line', 'Expected an object, got 1.'],
    ['{"custom_id', 'column 12', 'The line ends inside a string.'],
    [
      '<html>\n<b>',
      'file',
      'The file is neither JSON, one object a line or in one list, nor a table with the columns "problem" and "text". Nothing of it was read.',
    ],
  ])('%s', async (text, place, reason) => {
    const { problems } = await read(text)
    expect(problems).toMatchObject([{ line: 1, place, reason }])
  })

  test('a name of every object is an id like any other', async () => {
    const { problems } = await read('{"custom_id": "constructor", "problem": "p"}')
    expect(problems).toEqual([])
  })

  test('more bytes than are held are refused', async () => {
    const line = '{"custom_id": "a", "problem": "p"}'
    await expect(read(line, line.length)).resolves.toMatchObject({ problems: [] })
    await expect(read(line, line.length - 1)).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('a file that is no use', () => {
  const bytes = new TextEncoder().encode('{"custom_id":1}\n'.repeat(1_000))

  test('is not read on after a hundred problems', async () => {
    let chunks = 0
    const endless = (async function* () {
      for (;;) {
        chunks += 1
        yield await Promise.resolve(bytes)
      }
    })()
    const { problems } = await readRequests(endless, { maxBytes: 10 ** 8 })
    expect(problems).toHaveLength(requestProblemsMost)
    expect(chunks).toBeLessThan(8)
  })

  test('is left as soon as nobody wants it any more', async () => {
    const text = '{"custom_id":"a","problem":"Why?"}\n'.repeat(10)
    const chunks = (async function* () {
      yield await Promise.resolve(new TextEncoder().encode(text))
    })()
    let asked = 0
    const throwIfEnded = () => {
      asked += 1
      if (asked === 4) throw new Error('not wanted')
    }
    await expect(readRequests(chunks, { maxBytes: 1_000, throwIfEnded })).rejects.toThrow(
      'not wanted',
    )
    expect(asked).toBe(4)
  })
})
