import { expect, test } from 'vitest'
import {
  areEvaluationOptionsEqual,
  chooseDefaultEvaluationOptions,
  evaluationOptionsHref,
  readEvaluationOptions,
} from './evaluation-options'

const [older, newer] = [
  '0190a3f0-0000-7000-8000-000000000001',
  '0190a3f0-0000-7000-8000-000000000002',
]
const sources = [
  {
    scores: 'imported',
    run: null,
    model: null,
    scorerName: null,
    kind: null,
    version: null,
    scope: null,
    solutions: 5,
  },
  {
    scores: newer,
    run: 2,
    model: 'embedded 2',
    scorerName: 'Embedded',
    kind: 'embedded' as const,
    version: 2,
    scope: 'all' as const,
    solutions: 5,
  },
  {
    scores: older,
    run: 1,
    model: 'embedded 1',
    scorerName: 'Embedded',
    kind: 'embedded' as const,
    version: 1,
    scope: 'all' as const,
    solutions: 5,
  },
]
const defaults = chooseDefaultEvaluationOptions(sources)

test('the evaluate page uses the newest score run by default, or imported scores if there is none', () => {
  expect(defaults).toEqual({ scores: newer, aggregation: 'product', neutral: 'positive' })
  expect(chooseDefaultEvaluationOptions([]).scores).toBe('imported')
})

test('the evaluate page prefers a run that includes labelled solutions', () => {
  const [imported, newest, first] = sources
  const unlabelled = { ...newest!, scope: 'unlabelled' as const }
  expect(chooseDefaultEvaluationOptions([imported!, unlabelled, first!]).scores).toBe(older)
  expect(chooseDefaultEvaluationOptions([imported!, unlabelled]).scores).toBe(newer)
})

test.each([
  [{}, defaults],
  [{ scores: 'imported' }, { ...defaults, scores: 'imported' }],
  [
    { scores: older, neutral: 'negative' },
    { ...defaults, scores: older, neutral: 'negative' },
  ],
  [{ aggregation: 'last' }, { ...defaults, aggregation: 'last' }],
  [{ scores: '0190a3f0-0000-7000-8000-000000000009' }, defaults],
  [{ aggregation: 'mean', neutral: ['negative', 'positive'] }, defaults],
])(
  'evaluation options %j are read from the URL, and invalid ones replaced by defaults',
  (parameters, expected) => {
    expect(readEvaluationOptions(parameters, sources)).toEqual(expected)
  },
)

test('the URL of the evaluate page contains only options that differ from the defaults', () => {
  expect(evaluationOptionsHref('maths', defaults, defaults)).toBe('/projects/maths/evaluate')
  const options = { ...defaults, scores: 'imported', aggregation: 'minimum' as const }
  const href = evaluationOptionsHref('maths', options, defaults)
  expect(href).toBe('/projects/maths/evaluate?scores=imported&aggregation=minimum')
  expect(areEvaluationOptionsEqual(options, defaults)).toBe(false)
})
