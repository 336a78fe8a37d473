import { describe, expect, test } from 'vitest'
import { makeBatchRequests, readValidValue, readValueErrors } from './testing/read-value'

const requests = makeBatchRequests({ a: { problem: '1 + 1?', answer: '2', generator: 'asked' } })

const body = {
  model: 'm',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'It is 2.' }, finish_reason: 'stop' },
    {
      index: 1,
      message: {
        content: [
          { type: 'text', text: 'It is' },
          { type: 'text', text: ' 3.' },
        ],
        reasoning_content: 'Hm.',
      },
      finish_reason: 'length',
    },
  ],
}

const answer = (response: unknown, error: unknown = null) => ({
  id: 'x',
  custom_id: 'a',
  response,
  error,
})
const batch = (body: unknown, status = 200) =>
  answer({ status_code: status, request_id: 'r', body })

describe('reading a response line of a batch', () => {
  test.each([
    ['openai-batch', batch(body)],
    ['vllm-batch', answer(body)],
  ] as const)(
    '%s: reads the problem from the request and one solution per choice',
    (format, line) => {
      const { problem, solutions } = readValidValue(format, line, requests)
      expect(problem).toMatchObject({ statement: '1 + 1?', answer: '2', externalId: null })
      expect(problem.identity).toBe('statement:1 + 1?')
      expect(solutions).toMatchObject([
        { text: 'It is 2.', generator: 'm', metadata: { custom_id: 'a', finish_reason: 'stop' } },
        { text: 'It is 3.', generator: 'm', metadata: { custom_id: 'a', finish_reason: 'length' } },
      ])
      expect(solutions[0]?.answer).toBeUndefined()
    },
  )

  test('reads completions, and takes the model from the request if the response has none', () => {
    const line = batch({ object: 'text_completion', choices: [{ text: ' So 2.', index: 0 }] })
    const { solutions } = readValidValue('openai-batch', line, requests)
    expect(solutions).toMatchObject([
      { text: ' So 2.', generator: 'asked', metadata: { custom_id: 'a' } },
    ])
  })

  test('explains a missing request file or a missing request', () => {
    const [missing] = readValueErrors('openai-batch', batch(body))
    expect(missing).toEqual({
      location: 'custom_id',
      reason:
        'Batch output does not contain the problem. Add the request file, which has it under the same "custom_id".',
    })
    const [unknown] = readValueErrors('vllm-batch', answer(body), makeBatchRequests({ b: {} }))
    expect(unknown).toEqual({
      location: 'custom_id',
      reason: 'The request file has no request with custom_id "a".',
    })
  })

  test.each([
    [
      answer(null, { code: 'batch_expired', message: 'Too late.' }),
      'error',
      'The request failed: "Too late."',
    ],
    [answer(null, 'down'), 'error', 'The request failed: "down"'],
    [answer(null), 'response', 'The request failed.'],
    [
      batch({ error: { message: 'Bad\nkey', code: 1 } }, 401),
      'response.status_code',
      'The request failed (status 401): "Bad⏎key"',
    ],
    [
      batch({ ...body, choices: [{ message: { content: null, refusal: 'I cannot.' } }] }),
      'response.body.choices[0].message.refusal',
      'The model refused to answer: "I cannot."',
    ],
    [
      batch({ choices: [{ message: { content: null } }] }),
      'response.body.choices[0].message.content',
      'The response has no text.',
    ],
    [
      batch({ choices: [{ message: { content: ' ' } }] }),
      'response.body.choices[0].message.content',
      'The text is empty.',
    ],
    [
      answer({ choices: [{ text: null }] }),
      'response.choices[0].text',
      'The response has no text.',
    ],
    [
      answer({ choices: [{ message: { content: 7 } }] }),
      'response.choices[0].message.content',
      'Expected text, or a list of parts with "text".',
    ],
    [answer({ choices: [] }), 'response.choices', 'The list is empty.'],
    [
      batch({ object: 'list', data: [{ embedding: [] }] }),
      'response.body',
      'Not a completion ("list"): only responses with "choices" have solutions.',
    ],
    [answer('text'), 'response', 'Expected an object, got text.'],
  ])('rejects %j at %s: %s', (line, location, reason) => {
    expect(readValueErrors('openai-batch', line, requests)).toEqual([{ location, reason }])
  })

  test('rejects an id that is empty or not text', () => {
    for (const custom_id of [7, '', null])
      expect(
        readValueErrors('openai-batch', { ...batch(body), custom_id }, requests)[0]?.location,
      ).toBe('custom_id')
  })
})
