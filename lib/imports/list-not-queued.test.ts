import { expect, test } from 'vitest'
import { listNotQueued } from './list-not-queued'

const counts = {
  solutions: 30,
  queued: 21,
  unservable: 0,
  waitsForRound: false,
  annotations: 0,
  gold: 0,
}

test.each([
  [{}, ['9 same steps as another solution to the problem']],
  [{ queued: 30 }, []],
  [
    { unservable: 2 },
    ['2 other flow or no steps', '7 same steps as another solution to the problem'],
  ],
  [{ queued: 0, waitsForRound: true }, ['30 waiting for the next round']],
  [
    { queued: 0, annotations: 40 },
    ['30 labelled or same steps as another solution to the problem'],
  ],
  [
    { queued: 0, gold: 12, annotations: 18 },
    ['30 labelled or gold or same steps as another solution to the problem'],
  ],
  [{ annotations: 4 }, ['9 labelled or same steps as another solution to the problem']],
  [
    { queued: 0, annotations: 4, waitsForRound: true },
    ['30 labelled or waiting for the next round'],
  ],
])(
  'names the possible reasons for new solutions that an import does not queue: %j',
  (change, list) => {
    expect(
      listNotQueued({ ...counts, ...change }).map(({ count, reason }) => `${count} ${reason}`),
    ).toEqual(list)
  },
)
