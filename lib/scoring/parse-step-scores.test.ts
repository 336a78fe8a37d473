import { expect, test } from 'vitest'
import { parseRunStepScores, parseImportedStepScores } from './parse-step-scores'

const triples = [
  [0.1, 0.2, 0.7],
  [0.3, 0.3, 0.4],
]

test.each([
  [[0.5, 1], 2, [0.5, 1]],
  [[[0.1, 0.2, 0.7]], 1, [[0.1, 0.2, 0.7]]],
  [triples, 2, triples],
  // Imported triples are never in a flat list, so this is one score each for six other steps.
  [triples.flat(), 2, null],
  [[0.5], 2, null],
  [[1.5], 1, null],
  [[-0.1, 0.5], 2, null],
  [[null], 1, null],
  [null, 1, null],
  [[], 0, null],
])('reads imported step scores %j for %d steps as %j', (stored, steps, read) => {
  expect(parseImportedStepScores(stored, steps)).toEqual(read)
})

test.each([
  [[0.5, 1], 2, [0.5, 1]],
  [triples.flat(), 2, triples],
  [[0.5, 0.5, 0.5], 3, [0.5, 0.5, 0.5]],
  [[0.5], 2, null],
  [[0.5, 0.5, 1.5], 1, null],
  [[0.5, 0.5, null], 1, null],
  [null, 1, null],
  [[], 0, null],
])('reads step scores %j of a run for %d steps as %j', (stored, steps, read) => {
  expect(parseRunStepScores(stored, steps)).toEqual(read)
})
