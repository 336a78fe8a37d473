import { formatCount, formatNoun } from '@/lib/platform/format'
import { countedAtMost, formatCounted } from '@/lib/scoring/counted'
import { defaultFields, type PolicyFields, readFields } from './policy-fields'
import type { Round, ScorerList, ScoreRun } from './round'

export interface ScoreChoice {
  value: string
  label: string
  /** Number of the score run; null: it is none. */
  run: number | null
}

/** Where scores may come from: with the data, from each run that is done, or from nowhere. */
export function listScoreChoices(
  { withImportedScores, solutions }: Pick<ScorerList, 'withImportedScores' | 'solutions'>,
  runs: readonly ScoreRun[],
): ScoreChoice[] {
  return [
    {
      value: 'imported',
      run: null,
      label: `came with the data: ${withImportedScores > countedAtMost ? '' : `${formatCount(withImportedScores)} of `}${formatCounted(solutions, 'solution')}`,
    },
    ...runs
      .filter(({ state }) => state === 'done')
      .map(({ run, number, kind, scorerName, model, version, doneRows }) => ({
        value: run,
        run: number,
        label: `run ${number}, ${scorerName}${kind === 'imported' ? `, ${model}` : version === null ? '' : ` version ${version}`}: ${formatNoun(doneRows, 'solution')}`,
      })),
    {
      value: 'none',
      run: null,
      label: 'none: by how many solutions of a problem agree on the answer',
    },
  ]
}

/**
 * How the form begins: as another round was asked for, else as the design has it; by the score run that was chosen, and
 * not by scores that are not there.
 */
export function chooseFields(
  { withImportedScores }: Pick<ScorerList, 'withImportedScores'>,
  choices: readonly Pick<ScoreChoice, 'value'>[],
  { from, scores }: { from: Pick<Round, 'policy'> | null; scores: string | undefined },
): PolicyFields {
  const isThere = (source: string | undefined) =>
    source !== undefined && choices.some(({ value }) => value === source)
  const fields = from === null ? defaultFields : readFields(from.policy)
  if (scores !== undefined && isThere(scores)) return { ...fields, source: scores }
  if (!isThere(fields.source)) return { ...fields, source: 'imported' }
  if (from !== null || withImportedScores > 0) return fields
  const newest = choices.find(({ value }) => value !== 'imported')
  return { ...fields, source: newest?.value ?? 'imported' }
}
