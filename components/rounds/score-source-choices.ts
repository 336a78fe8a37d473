import { formatCount, formatQuantity } from '@/lib/platform/format'
import { maxCountedSolutions, formatCappedCount } from '@/lib/scoring/max-counted'
import { formatScoreRun } from '@/lib/scoring/score-run-name'
import { defaultPolicyFields, type PolicyFields, toPolicyFields } from './policy-fields'
import type { Round, ScorerList, ScoreRun } from './round'

export interface ScoreSourceChoice {
  value: string
  label: string
  /** Score run number, or null for other sources. */
  run: number | null
}

/** Possible score sources: imported, each finished score run, or none. */
export function listScoreSourceChoices(
  { withImportedScores, solutions }: Pick<ScorerList, 'withImportedScores' | 'solutions'>,
  runs: readonly ScoreRun[],
): ScoreSourceChoice[] {
  return [
    {
      value: 'imported',
      run: null,
      label: `Imported: ${withImportedScores > maxCountedSolutions ? '' : `${formatCount(withImportedScores)} of `}${formatCappedCount(solutions, 'solution')}`,
    },
    ...runs
      .filter(({ state }) => state === 'done')
      .map((run) => ({
        value: run.run,
        run: run.number,
        label: `${formatScoreRun(run.number, run)}: ${formatQuantity(run.doneRows, 'solution')}`,
      })),
    {
      value: 'none',
      run: null,
      label: 'No scores: rank by answer frequency',
    },
  ]
}

/**
 * Initial values of the policy form: the policy of another round or the defaults, with the requested score run. The defaults,
 * and a policy whose source no longer exists, use imported scores; if nothing was imported, the newest score run, or none.
 */
export function chooseInitialPolicyFields(
  { withImportedScores }: Pick<ScorerList, 'withImportedScores'>,
  choices: readonly Pick<ScoreSourceChoice, 'value'>[],
  { from, scores }: { from: Pick<Round, 'policy'> | null; scores: string | undefined },
): PolicyFields {
  const isAvailable = (source: string | undefined) =>
    source !== undefined && choices.some(({ value }) => value === source)
  const fields = from === null ? defaultPolicyFields : toPolicyFields(from.policy)
  if (scores !== undefined && isAvailable(scores)) return { ...fields, source: scores }
  if (from !== null && isAvailable(fields.source)) return fields
  if (withImportedScores > 0) return { ...fields, source: 'imported' }
  const firstOther = choices.find(({ value }) => value !== 'imported')
  return { ...fields, source: firstOther?.value ?? 'imported' }
}
