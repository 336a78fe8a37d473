import { describe, expect, test } from 'vitest'
import { makeBatchRequests, readValidValue, readValueErrors } from './testing/read-value'

const requests = makeBatchRequests({ '7': { problem: '1 + 1?', answer: '2', generator: 'asked' } })
const outputs = [
  { index: 0, text: 'It is 2.', token_ids: [1], cumulative_logprob: null, finish_reason: 'stop' },
  { index: 1, text: 'It is 3.', finish_reason: 'length' },
]
const line = { request_id: '7', prompt: 'Q: 1 + 1?', prompt_token_ids: [1, 2], outputs, seed: 3 }

describe('a line of vLLM’s offline output', () => {
  test('gives the problem of its prompt and a solution for each output', () => {
    const { problem, solutions } = readValidValue('vllm-batch', line)
    expect(problem).toMatchObject({ statement: 'Q: 1 + 1?', answer: null, metadata: { seed: 3 } })
    expect(solutions).toMatchObject([
      { text: 'It is 2.', metadata: { request_id: '7', finish_reason: 'stop' }, generator: null },
      { text: 'It is 3.', metadata: { request_id: '7', finish_reason: 'length' } },
    ])
  })

  test('can have plain texts with an answer and a model', () => {
    const request = { prompt: 'Why?', answer: '2', model: 'my-7b', outputs: ['One.', 'Two.'] }
    const { problem, solutions } = readValidValue('vllm-batch', request)
    expect(problem).toMatchObject({ answer: '2', metadata: {} })
    expect(solutions).toMatchObject([
      { text: 'One.', generator: 'my-7b', metadata: {} },
      { text: 'Two.', generator: 'my-7b', metadata: {} },
    ])
  })

  test.each([{ request_id: 7 }, { custom_id: '7' }])(
    'takes the problem from the request file: %j',
    (id) => {
      const { problem, solutions } = readValidValue(
        'vllm-batch',
        { ...id, prompt: 'Q: 1 + 1?', outputs: ['Two.'] },
        requests,
      )
      expect(problem).toMatchObject({ statement: '1 + 1?', answer: '2' })
      expect(solutions).toMatchObject([{ generator: 'asked' }])
    },
  )

  test('without a request id, uses its prompt as the problem statement', () => {
    const { problem } = readValidValue('vllm-batch', { prompt: 'Why?', outputs: ['a'] }, requests)
    expect(problem.statement).toBe('Why?')
  })

  test.each([
    [{ ...line, request_id: '8' }, 'request_id', 'The request file has no request with id "8".'],
    [{ ...line, outputs: [] }, 'outputs', 'The list is empty.'],
    [{ ...line, outputs: [{ text: ' ' }] }, 'outputs[0].text', 'The text is empty.'],
    [{ ...line, outputs: ['a', 7] }, 'outputs[1]', 'Expected an object, got 7.'],
    [{ ...line, prompt: 7 }, 'prompt', 'Expected text, got 7. Write "7".'],
  ])('is rejected if it is %j, at %s: %s', (request, location, reason) => {
    expect(readValueErrors('vllm-batch', request, requests)).toEqual([{ location, reason }])
  })

  test('is rejected without a problem', () => {
    const [error] = readValueErrors('vllm-batch', { request_id: '7', outputs: ['a'] })
    expect(error).toMatchObject({ location: 'prompt' })
  })
})
