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

/** Lists the answers and references that get this verdict. */
function listPairsWithVerdict(cases: readonly Case[], verdict: string): string[] {
  const matches = cases.filter(
    ({ answer, referenceAnswer }) => gradeAnswer(answer, referenceAnswer).verdict === verdict,
  )
  return matches.map(({ answer, referenceAnswer }) => `${answer} | ${referenceAnswer}`)
}

test('grading rejects no equal real answers, accepts no different ones, and is unsure about at most 6%', (context) => {
  const all = readCases(readSharedDataLines(context, 'grading/cases.jsonl'))
  const cases = all.filter(({ kind, caution }) => kind === 'answer' && caution === undefined)
  expect(cases.length).toBeGreaterThan(150)
  expect(
    listPairsWithVerdict(
      cases.filter((testCase) => testCase.expect),
      'wrong',
    ),
  ).toEqual([])
  expect(
    listPairsWithVerdict(
      cases.filter((testCase) => !testCase.expect),
      'correct',
    ),
  ).toEqual([])
  expect(listPairsWithVerdict(cases, 'unsure').length).toBeLessThanOrEqual(0.06 * cases.length)
})

test('extracting and grading gives the right verdict on at least 97% of real texts', (context) => {
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
  expect(listPairsWithVerdict(cases, 'correct')).toEqual([])
})

test('the mode "prm800k" agrees with PRM800K’s original grader on all but 3 of over 2,900 answers', (context) => {
  const cases = readCases(readSharedDataLines(context, 'grading/oracle-math500.jsonl'))
  const differences = cases.filter(
    (testCase) =>
      gradeAnswer(testCase.answer, testCase.referenceAnswer, 'prm800k').verdict !==
      (testCase.expect ? 'correct' : 'wrong'),
  )
  expect(differences.length).toBeLessThanOrEqual(3)
  expect(cases.length).toBeGreaterThan(2900)
})
