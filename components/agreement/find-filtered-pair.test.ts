import { expect, test } from 'vitest'
import { findFilteredPair } from './find-filtered-pair'

const [ann, ben, cy] = [
  '01890000-0000-7000-8000-000000000001',
  '01890000-0000-7000-8000-000000000002',
  '01890000-0000-7000-8000-000000000003',
]

test.each([
  [undefined, {}],
  [[ann], {}],
  [[ann, ben], { person: ann, otherPerson: ben }],
  [[ann, ben, cy], {}],
  [[ann, 'labeler 7'], {}],
])(
  'with the annotator filter %j, the listed disagreements are those of the pair %j',
  (people, pair) => {
    expect(findFilteredPair({ people })).toEqual(pair)
  },
)
