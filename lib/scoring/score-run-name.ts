import type { scorerKinds } from './contract'

/** What a score run is named after. */
export interface ScoreRunScorer {
  kind: (typeof scorerKinds)[number]
  scorerName: string
  /** Of the embedded scorer. */
  version: number | null
  /** The name given to imported scores, or the model. */
  model: string
}

/** `Embedded v3`; `Imported · prm-7b step 2000`; a model server has only its name. */
export function formatRunScorer({ kind, scorerName, version, model }: ScoreRunScorer): string {
  if (kind === 'imported') return `${scorerName} · ${model}`
  return version === null ? scorerName : formatScorerVersion(scorerName, version)
}

export const formatScorerVersion = (scorerName: string, version: number): string =>
  `${scorerName} v${version}`

/** `Run 1 · Embedded v3` */
export const formatScoreRun = (number: number, scorer: ScoreRunScorer): string =>
  `Run ${number} · ${formatRunScorer(scorer)}`
