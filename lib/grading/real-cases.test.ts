import { expect, test } from 'vitest'
import { readSharedLines } from '@/lib/formats/testing/shared-data'

import { extractAnswer } from './extract-answer'
import { grade } from './grade'

interface Case {
  given: string
  truth: string
  expect: boolean
  kind: string
  /** Graders part on it. */
  caution?: string
}

const readCases = (lines: string[]) => lines.map((line) => JSON.parse(line) as Case)

/** Everything that came out otherwise than wanted, with `is` as what it came out as. */
function listMisses(cases: readonly Case[], is: string): string[] {
  const missed = cases.filter(({ given, truth }) => grade(given, truth).verdict === is)
  return missed.map(({ given, truth }) => `${given} | ${truth}`)
}

test('real answers: equal ones are not called wrong, different ones not correct, few are unsure', (context) => {
  const all = readCases(readSharedLines(context, 'grading/cases.jsonl'))
  const cases = all.filter(({ kind, caution }) => kind === 'answer' && caution === undefined)
  expect(cases.length).toBeGreaterThan(150)
  expect(
    listMisses(
      cases.filter((one) => one.expect),
      'wrong',
    ),
  ).toEqual([])
  expect(
    listMisses(
      cases.filter((one) => !one.expect),
      'correct',
    ),
  ).toEqual([])
  expect(listMisses(cases, 'unsure').length).toBeLessThanOrEqual(0.06 * cases.length)
})

test('real texts: what is extracted is graded as it should be', (context) => {
  const all = readCases(readSharedLines(context, 'grading/cases.jsonl'))
  const cases = all.filter(({ kind }) => kind === 'extraction')
  const right = cases.filter((one) => {
    const { verdict } = grade(extractAnswer(one.given), one.truth)
    return verdict === (one.expect ? 'correct' : 'wrong')
  })
  expect(right.length).toBeGreaterThanOrEqual(0.97 * cases.length)
})

test('programs among answers are never correct', (context) => {
  const all = readCases(readSharedLines(context, 'grading/cases.jsonl'))
  const cases = all.filter(({ kind }) => kind === 'security')
  expect(cases.length).toBeGreaterThan(0)
  expect(listMisses(cases, 'correct')).toEqual([])
})

test('mode prm800k agrees with the original', (context) => {
  const cases = readCases(readSharedLines(context, 'grading/oracle-math500.jsonl'))
  const parted = cases.filter(
    (one) => grade(one.given, one.truth, 'prm800k').verdict !== (one.expect ? 'correct' : 'wrong'),
  )
  expect(parted.length).toBeLessThanOrEqual(3)
  expect(cases.length).toBeGreaterThan(2900)
})
