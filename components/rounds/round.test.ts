import { expect, test } from 'vitest'
import { newRoundHref, pickRoundInLaterState, queueItemsHref, type Round } from './round'

test('URLs of the queue and of a new round omit parameters that are not set', () => {
  expect(queueItemsHref('p')).toBe('/projects/p/queue/items')
  expect(queueItemsHref('p', { slice: 'random', after: '0,1,-2,id', position: 51 })).toBe(
    '/projects/p/queue/items?slice=random&after=0%2C1%2C-2%2Cid&position=51',
  )
  expect(newRoundHref('p', { scores: 'run' })).toBe('/projects/p/queue/new?scores=run')
})

test('pickRoundInLaterState picks the later state of a round from the polled and the loaded one', () => {
  const makeRound = (state: Round['state']) => ({ state }) as Round
  const pick = (polled: Round['state'], loaded: Round['state']) =>
    pickRoundInLaterState(makeRound(polled), makeRound(loaded)).state
  expect(pick('starting', 'planned')).toBe('starting')
  expect(pick('planning', 'planned')).toBe('planned')
  expect(pick('starting', 'cancelled')).toBe('cancelled')
})
