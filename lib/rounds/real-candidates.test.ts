import { describe, expect, test, type TestContext } from 'vitest'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { extractStatedAnswer } from '@/lib/grading/extract-answer'
import { gradeAnswer } from '@/lib/grading/grade-answer'
import type { SelectionCandidate } from './candidate'
import { roundPolicyField } from './policy'
import { selectSolutions } from './select-solutions'
import { makeCandidate } from './testing/candidates'

const file = 'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl'

/** Reads and grades the candidates as an import would. */
function readCandidates(context: TestContext): SelectionCandidate[] {
  return readSharedDataLines(context, file).flatMap((text, line) => {
    const item = { line: line + 1, offset: 0, byteLength: text.length, text }
    const result = readItemRecord('generic', item)
    if (!result.ok) throw new Error(JSON.stringify(result.errors))
    const { problem, solutions } = result.record
    return solutions.map(({ answer, text: whole, score }, i) => {
      const finalAnswer = answer === undefined ? extractStatedAnswer(whole ?? '') : answer
      return makeCandidate(`${String(line).padStart(2, '0')}-${String(i).padStart(2, '0')}`, {
        problem: problem.identity,
        verdict: gradeAnswer(finalAnswer, problem.answer, 'semantic').verdict,
        score,
        text: whole ?? '',
      })
    })
  })
}

describe('selectSolutions, with 16 real solutions to each of 20 problems, scored by a real reward model,', () => {
  test('without a random sample, selects one wrong answer per problem, highest score first', (context) => {
    const candidates = readCandidates(context)
    expect(candidates).toHaveLength(320)
    const policy = roundPolicyField.parse({ exploration: 0 })
    const servedCandidates = selectSolutions(candidates, policy, { overlap: 1 }).selected.map(
      ({ candidate }) => candidate,
    )
    const wrongCandidates = candidates.filter(({ verdict }) => verdict === 'wrong')
    const withWrong = new Set(wrongCandidates.map(({ problem }) => problem))
    expect(withWrong.size).toBeGreaterThan(10)
    expect(new Set(servedCandidates.map(({ verdict }) => verdict))).toEqual(new Set(['wrong']))
    expect(new Set(servedCandidates.map(({ problem }) => problem))).toEqual(withWrong)
    expect(servedCandidates).toHaveLength(withWrong.size)
    const scores = servedCandidates.map(({ score }) => score ?? NaN)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const { problem, score } of servedCandidates)
      expect(score).toBe(
        Math.max(
          ...wrongCandidates
            .filter((candidate) => candidate.problem === problem)
            .map((candidate) => candidate.score ?? NaN),
        ),
      )
  })

  test('samples 10% of the selection by default, regardless of verdict', (context) => {
    const candidates = readCandidates(context)
    const policy = roundPolicyField.parse({ size: 200, perProblem: null })
    const { selected } = selectSolutions(candidates, policy, { overlap: 1 })
    const explored = selected.filter(({ slice }) => slice === 'random')
    // There are fewer wrong answers than the size allows.
    expect(selected.length).toBeLessThan(200)
    expect(explored).toHaveLength(Math.round(selected.length / 10))
    expect(new Set(explored.map(({ candidate }) => candidate.verdict)).size).toBeGreaterThan(1)
    const ranked = selected.filter(({ slice }) => slice !== 'random')
    expect(ranked.every(({ candidate }) => candidate.verdict === 'wrong')).toBe(true)
  })
})
