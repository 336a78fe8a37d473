import { expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { extractAnswer } from './extract-answer'
import { gradeAnswer } from './grade-answer'

interface Case {
  answer: string
  referenceAnswer: string
  expect: boolean
  kind: string
  /** Why graders disagree on this case. */
  caution?: string
}

/** The files call the answer `given`, and the reference answer `truth`. */
const readCases = (lines: string[]): Case[] =>
  lines.map((line) => {
    const fields = JSON.parse(line) as Omit<Case, 'answer' | 'referenceAnswer'> &
      Record<'given' | 'truth', string>
    return { ...fields, answer: fields.given, referenceAnswer: fields.truth }
  })

/** Lists the cases with this verdict. */
function listMisses(cases: readonly Case[], verdict: string): string[] {
  const misses = cases.filter(
    ({ answer, referenceAnswer }) => gradeAnswer(answer, referenceAnswer).verdict === verdict,
  )
  return misses.map(({ answer, referenceAnswer }) => `${answer} | ${referenceAnswer}`)
}

test('grades no equal real answers as wrong, no different ones as correct, and at most 6% as unsure', (context) => {
  const all = readCases(readSharedDataLines(context, 'grading/cases.jsonl'))
  const cases = all.filter(({ kind, caution }) => kind === 'answer' && caution === undefined)
  expect(cases.length).toBeGreaterThan(150)
  expect(
    listMisses(
      cases.filter((testCase) => testCase.expect),
      'wrong',
    ),
  ).toEqual([])
  expect(
    listMisses(
      cases.filter((testCase) => !testCase.expect),
      'correct',
    ),
  ).toEqual([])
  expect(listMisses(cases, 'unsure').length).toBeLessThanOrEqual(0.06 * cases.length)
})

test('extracts and grades the answers of real texts correctly', (context) => {
  const all = readCases(readSharedDataLines(context, 'grading/cases.jsonl'))
  const cases = all.filter(({ kind }) => kind === 'extraction')
  const right = cases.filter((testCase) => {
    const { verdict } = gradeAnswer(extractAnswer(testCase.answer), testCase.referenceAnswer)
    return verdict === (testCase.expect ? 'correct' : 'wrong')
  })
  expect(right.length).toBeGreaterThanOrEqual(0.97 * cases.length)
})

test('grading never accepts a program as an answer', (context) => {
  const all = readCases(readSharedDataLines(context, 'grading/cases.jsonl'))
  const cases = all.filter(({ kind }) => kind === 'security')
  expect(cases.length).toBeGreaterThan(0)
  expect(listMisses(cases, 'correct')).toEqual([])
})

test('grading agrees with PRM800K’s original grader in the mode "prm800k"', (context) => {
  const cases = readCases(readSharedDataLines(context, 'grading/oracle-math500.jsonl'))
  const differences = cases.filter(
    (testCase) =>
      gradeAnswer(testCase.answer, testCase.referenceAnswer, 'prm800k').verdict !==
      (testCase.expect ? 'correct' : 'wrong'),
  )
  expect(differences.length).toBeLessThanOrEqual(3)
  expect(cases.length).toBeGreaterThan(2900)
})
