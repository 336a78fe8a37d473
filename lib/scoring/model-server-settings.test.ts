import { expect, test } from 'vitest'
import { createScorerContract, tryScorerContract } from './contract'

const chat = { connector: 'openai-chat', url: 'https://models.example.org', model: 'm' }

test.each([
  [{}, true],
  [{ positiveToken: 'yes', negativeToken: 'no' }, true],
  [{ negativeToken: '+' }, false],
  [{ positiveToken: 'a', negativeToken: ' a ' }, false],
])('the tokens for correct and wrong must differ: %j is accepted: %s', (tokens, isAccepted) => {
  const settings = { ...chat, ...tokens }
  const inputs = [
    createScorerContract.input.safeParse({ project: 'p', name: 'Ours', settings }),
    tryScorerContract.input.safeParse({ project: 'p', settings }),
  ]
  for (const { success, error } of inputs) {
    expect(success).toBe(isAccepted)
    const locations = error?.issues.map(({ path }) => path.join('.')) ?? []
    expect(locations).toEqual(isAccepted ? [] : ['settings.negativeToken'])
  }
})
