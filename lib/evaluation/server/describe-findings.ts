import type { Transaction } from '@/lib/platform/server/database'
import type { EvaluationResult } from '../contract'
import type { StepWithArithmeticHint } from '../find-hints'
import type { ConfidentDisagreement } from '../labelled-step-accumulator'
import { type SolutionText, readSolutionTexts } from './solution-texts.sql'

interface FindingSource {
  db: Transaction
  projectId: string
}

const maxTextLength = 300

const describeStep = ({ solution, problem }: SolutionText, step: number, text: string) => ({
  solution,
  problem,
  step,
  // Cut between code points, because the database rejects half of a surrogate pair.
  text: [...text.slice(0, 2 * maxTextLength)].slice(0, maxTextLength).join(''),
})

/** Adds the texts of the steps. Drops steps that no longer exist after a repair. */
export async function addTextsToDisagreements(
  source: FindingSource,
  disagreements: readonly ConfidentDisagreement[],
): Promise<EvaluationResult['disagreementSteps']> {
  const texts = await readTexts(source, disagreements)
  return disagreements.flatMap(({ solution, step, round, score, rating }) => {
    const match = texts.get(solution)
    const text = match?.steps[step]
    if (!match || text === undefined) return []
    return [{ ...describeStep(match, step, text), round, score, rating }]
  })
}

export async function addTextsToHints(
  source: FindingSource,
  hints: readonly StepWithArithmeticHint[],
): Promise<EvaluationResult['hints']> {
  const texts = await readTexts(source, hints)
  return hints.flatMap(({ solution, step, description, text, rating }) => {
    const match = texts.get(solution)
    if (!match) return []
    return [{ ...describeStep(match, step, text), description, rating }]
  })
}

async function readTexts(
  { db, projectId }: FindingSource,
  findings: readonly { solution: string }[],
) {
  const ids = [...new Set(findings.map(({ solution }) => solution))]
  const texts = ids.length === 0 ? [] : await readSolutionTexts(db, projectId, ids)
  return new Map<string, SolutionText>(
    texts.map((text) => [text.solution.replaceAll('-', ''), text]),
  )
}
