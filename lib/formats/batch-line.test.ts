import { describe, expect, test } from 'vitest'

import { makeRequests, readValue, refuseValue } from './testing/read-value'

const requests = makeRequests({ a: { problem: '1 + 1?', answer: '2', generator: 'asked' } })

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
const batch = (given: unknown, status = 200) =>
  answer({ status_code: status, request_id: 'r', body: given })

describe('a batch line', () => {
  test.each([
    ['openai-batch', batch(body)],
    ['vllm-batch', answer(body)],
  ] as const)('%s: the problem of its request, a solution for each choice', (format, line) => {
    const { problem, solutions } = readValue(format, line, requests)
    expect(problem).toMatchObject({ statement: '1 + 1?', answer: '2', externalId: null })
    expect(problem.identity).toBe('statement:1 + 1?')
    expect(solutions).toMatchObject([
      { text: 'It is 2.', generator: 'm', metadata: { custom_id: 'a', finish_reason: 'stop' } },
      { text: 'It is 3.', generator: 'm', metadata: { custom_id: 'a', finish_reason: 'length' } },
    ])
    expect(solutions[0]?.answer).toBeUndefined()
  })

  test('completions hold their text directly; the request says the model where the answer does not', () => {
    const line = batch({ object: 'text_completion', choices: [{ text: ' So 2.', index: 0 }] })
    const { solutions } = readValue('openai-batch', line, requests)
    expect(solutions).toMatchObject([
      { text: ' So 2.', generator: 'asked', metadata: { custom_id: 'a' } },
    ])
  })

  test('without requests, or without the one, it says what to do', () => {
    const [missing] = refuseValue('openai-batch', batch(body))
    expect(missing).toEqual({
      place: 'custom_id',
      reason:
        'A batch does not repeat the problem: send its request file along, which has it under the same "custom_id".',
    })
    const [unknown] = refuseValue('vllm-batch', answer(body), makeRequests({ b: {} }))
    expect(unknown).toEqual({ place: 'custom_id', reason: 'The request file has no request "a".' })
  })

  test.each([
    [
      answer(null, { code: 'batch_expired', message: 'Too late.' }),
      'error',
      'The server did not answer this request: "Too late."',
    ],
    [answer(null, 'down'), 'error', 'The server did not answer this request: "down"'],
    [answer(null), 'response', 'The server did not answer this request.'],
    [
      batch({ error: { message: 'Bad\nkey', code: 1 } }, 401),
      'response.status_code',
      'The server did not answer this request (status 401): "Bad⏎key"',
    ],
    [
      batch({ ...body, choices: [{ message: { content: null, refusal: 'I cannot.' } }] }),
      'response.body.choices[0].message.refusal',
      'The model refused: "I cannot."',
    ],
    [
      batch({ choices: [{ message: { content: null } }] }),
      'response.body.choices[0].message.content',
      'There is no text: the model gave no answer.',
    ],
    [
      batch({ choices: [{ message: { content: ' ' } }] }),
      'response.body.choices[0].message.content',
      'The text is empty.',
    ],
    [
      answer({ choices: [{ text: null }] }),
      'response.choices[0].text',
      'There is no text: the model gave no answer.',
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
      'This is no completion ("list"): only answers with "choices" hold solutions.',
    ],
    [answer('text'), 'response', 'Expected an object, got text.'],
  ])('%j', (line, place, reason) => {
    expect(refuseValue('openai-batch', line, requests)).toEqual([{ place, reason }])
  })

  test('an id that is no text is refused', () => {
    for (const custom_id of [7, '', null])
      expect(refuseValue('openai-batch', { ...batch(body), custom_id }, requests)[0]?.place).toBe(
        'custom_id',
      )
  })
})
