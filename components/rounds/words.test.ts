import { describe, expect, it, test } from 'vitest'
import { makeHeadKeys } from './head-keys'
import { omitShown } from './omit-shown'
import { addressItems, addressNewRound, chooseFurther, type Round } from './round'
import {
  writeInterval,
  writeProbability,
  writeScore,
  writeShare,
  writeWorkTime,
} from './write-figures'

describe('a reason beside its columns', () => {
  it.each([
    [
      'score 0.87, answer 12 for 14, 2nd most convincing of 9 wrong of this problem',
      '2nd most convincing of 9 wrong of this problem',
    ],
    ['score -1.2e-5, answer 12 for 14', ''],
    ['answer 12 for 14', ''],
    ['drawn at random from 6,112 open solutions', 'drawn at random from 6,112 open solutions'],
    ['score 0.87, answer 123 for 14, first', 'answer 123 for 14, first'],
    ['score 0.87', ''],
    ['first, answer 12 for 14, of 3', 'first, answer 12 for 14, of 3'],
  ])('%s', (reason, left) => {
    expect(omitShown(reason, { score: 0.87, answer: '12', truth: '14' })).toBe(left)
  })

  it('keeps what has no column', () => {
    expect(omitShown('score 0.87, wrong answer', { score: null, answer: null, truth: null })).toBe(
      'score 0.87, wrong answer',
    )
  })

  it('knows answers that were cut', () => {
    const answer = String.raw`\begin{pmatrix} -2 \\ -19 \\ -12 \end{pmatrix}`
    const said = { score: 0.35, answer, truth: '7' }
    const ways = [answer.slice(0, 40), `${answer.slice(0, 39).trimEnd()}…`]
    for (const way of ways)
      expect(omitShown(`score 0.35, answer ${way} for 7, first`, said)).toBe('first')
  })

  it('takes answers as they are written, whatever they mean to a pattern', () => {
    const reason = String.raw`score 0.90, answer $& for \frac{1}{2}, first`
    expect(omitShown(reason, { score: 0.9, answer: '$&', truth: String.raw`\frac{1}{2}` })).toBe(
      'first',
    )
  })
})

test('figures', () => {
  expect([0.94, 0, 0.00012, -0.5, 12_345].map(writeScore)).toEqual([
    '0.94',
    '0.00',
    '1.2e-4',
    '-0.50',
    '12,345',
  ])
  expect([1, 0.02, 0.00002, 0].map(writeProbability)).toEqual(['1', '0.020', '2.0e-5', '0'])
  expect([0.7, 0.001, 0, 1].map((share) => writeShare(share).replaceAll('\u00a0', ' '))).toEqual([
    '70 %',
    'under 1 %',
    '0 %',
    '100 %',
  ])
  expect([20, 60, 3_000, 111_600].map(writeWorkTime)).toEqual([
    '1 minute',
    '1 minute',
    '50 minutes',
    '31 hours',
  ])
  expect(writeInterval({ low: 12.44, high: 14.5 })).toBe('[12.4, 14.5]')
  expect(writeInterval({ low: null, high: 3 })).toBe('')
})

test('addresses say only what is asked', () => {
  expect(addressItems('p')).toBe('/projects/p/queue/items')
  expect(addressItems('p', { slice: 'random', after: '0,1,-2,id', place: 51 })).toBe(
    '/projects/p/queue/items?slice=random&after=0%2C1%2C-2%2Cid&place=51',
  )
  expect(addressNewRound('p', { scores: 'run' })).toBe('/projects/p/queue/new?scores=run')
})

test('who moves with x takes nothing out by it', () => {
  expect(makeHeadKeys({ previous: 'k', next: 'j' }).takeOut).toBe('x')
  expect(makeHeadKeys({ previous: 'k', next: 'x' }).takeOut).toBeNull()
})

test('a round never falls back behind what was seen of it', () => {
  const at = (state: Round['state']) => ({ state }) as Round
  const choose = (found: Round['state'], given: Round['state']) =>
    chooseFurther(at(found), at(given)).state
  expect(choose('opening', 'planned')).toBe('opening')
  expect(choose('planning', 'planned')).toBe('planned')
  expect(choose('opening', 'cancelled')).toBe('cancelled')
})
