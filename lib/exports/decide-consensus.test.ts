import { describe, expect, test } from 'vitest'
import { DawidSkeneModel } from '@/lib/agreement/consensus/dawid-skene'
import type { Rating } from '@/lib/formats/record'
import {
  type ConsensusRule,
  decideConsensus,
  listNewestVotes,
  toConsensusVote,
  type Vote,
} from './decide-consensus'

let number = 0
const vote = (labeler: string, ratings: Rating[], more: Partial<Vote> = {}): Vote => ({
  annotation: `l${String(++number).padStart(3, '0')}`,
  labeler,
  ratings,
  submitted: null,
  noVoteReason: null,
  ...more,
})
const solution = (votes: Vote[], ratings: Rating[] | null = null) => ({
  steps: 3,
  votes,
  adjudication: ratings && {
    id: 'a',
    ratings,
    by: 'r',
    at: '2026-03-02T09:00:00.000000Z',
    adopted: null,
    answers: { optionRatings: [], explanation: null, explanationOption: null, progress: null },
  },
})
const majority: ConsensusRule = { policy: 'majority', fallback: null, fitted: null }

describe('the consensus of annotations', () => {
  test('takes details from the newest annotation with the agreed first error, breaking ties by id', () => {
    const [a, b, c] = [
      vote('a', [1, -1], { submitted: '2026-03-02T09:00:00.5' }),
      vote('b', [0, -1], { submitted: '2026-03-02T09:00:00' }),
      vote('c', [1, 1, 1], { submitted: '2026-03-05T09:00:00' }),
    ]
    expect(decideConsensus(majority, solution([a, b, c]))).toMatchObject({
      kind: 'decided',
      policy: 'majority',
      firstError: 1,
      basis: a.annotation,
      posterior: null,
      votes: [a, b, c],
    })
    const [d, e] = [vote('d', [-1]), vote('e', [-1])]
    expect(decideConsensus(majority, solution([e, d]))).toMatchObject({ basis: e.annotation })
    const knownVote = vote('f', [-1], { submitted: '2020-01-01T00:00:00' })
    expect(decideConsensus(majority, solution([knownVote, d]))).toMatchObject({
      basis: knownVote.annotation,
    })
  })

  test('counts one vote per annotator: the newest valid one', () => {
    const oldVote = vote('a', [-1], { submitted: '2026-01-01T00:00:00' })
    const newestVote = vote('a', [1, 1, 1], { submitted: '2026-01-02T00:00:00' })
    const unfinishedVote = vote('a', [1, 1], {
      submitted: '2026-01-03T00:00:00',
      noVoteReason: 'unfinished',
    })
    const otherVote = vote('b', [1, -1])
    expect(listNewestVotes([unfinishedVote, newestVote, oldVote, otherVote])).toEqual([
      newestVote,
      otherVote,
    ])
    expect(
      decideConsensus(majority, solution([oldVote, newestVote, unfinishedVote, otherVote])),
    ).toMatchObject({
      kind: 'undecided',
      reason: 'tied',
      excludedCounts: { duplicateAnnotator: 1, notLatest: 0 },
    })
  })

  test('follows the adjudication with the rule "adjudicated", or the fallback without one', () => {
    const adjudicated: ConsensusRule = { ...majority, policy: 'adjudicated', fallback: 'latest' }
    const [a, b] = [vote('a', [1, 1, -1]), vote('b', [-1])]
    expect(decideConsensus(adjudicated, solution([a, b], [0, 0, -1]))).toMatchObject({
      policy: 'adjudicated',
      firstError: 2,
      ratings: [0, 0, -1],
      basis: a.annotation,
    })
    expect(decideConsensus(adjudicated, solution([b], [1, 1, 1]))).toMatchObject({
      policy: 'adjudicated',
      firstError: null,
      basis: null,
      votes: [b],
    })
    expect(decideConsensus(majority, solution([a, b], [1, 1, 1]))).toMatchObject({ reason: 'tied' })
    expect(decideConsensus(adjudicated, solution([a, b]))).toMatchObject({
      policy: 'latest',
      firstError: 0,
      votes: [b],
      excludedCounts: { duplicateAnnotator: 0, notLatest: 1 },
    })
    expect(
      decideConsensus({ ...adjudicated, fallback: 'exclude' }, solution([a, b])),
    ).toMatchObject({ kind: 'undecided', reason: 'notAdjudicated' })
  })

  test('returns the posterior of Dawid-Skene, and treats a tie as undecided', () => {
    const model = new DawidSkeneModel()
    const [a, b, c] = [vote('a', [1, -1]), vote('b', [1, -1]), vote('c', [-1])]
    for (let i = 0; i < 20; i++) model.add({ steps: 3, annotations: [a, b, c] }, `problem ${i}`)
    const rule: ConsensusRule = { policy: 'dawid-skene', fallback: null, fitted: model.fit() }
    const decision = decideConsensus(rule, solution([a, c, b]))
    expect(decision).toMatchObject({ policy: 'dawid-skene', firstError: 1 })
    expect(decision.kind === 'decided' && decision.posterior).toBeGreaterThan(0.99)
    expect(decideConsensus(rule, solution([a, vote('b', [1, 1, 1])]))).toMatchObject({
      reason: 'tied',
    })
  })

  test('reports the first reason why an annotation has no vote', () => {
    const annotation = {
      id: 'l',
      labeler: 'a',
      submittedAt: '2026-03-02T09:00:00.000000Z',
      recordedAt: null,
      finishReason: 'solution' as const,
      ratings: [1 as const],
      revision: 1,
      irregular: null,
    }
    expect(toConsensusVote(annotation, { revision: 1 })).toEqual({
      annotation: 'l',
      labeler: 'a',
      ratings: [1],
      submitted: '2026-03-02T09:00:00',
      noVoteReason: null,
    })
    const findNoVoteReason = (more: object) =>
      toConsensusVote({ ...annotation, ...more }, { revision: 1 }).noVoteReason
    expect(findNoVoteReason({ finishReason: 'give_up', irregular: 'x' })).toBe('unfinished')
    expect(findNoVoteReason({ irregular: 'x', revision: 2 })).toBe('irregular')
    expect(findNoVoteReason({ revision: 2 })).toBe('outdatedSteps')
  })
})
