import type { Metadata, ProblemRecord, SolutionRecord } from './record'

/** A problem with only this information, identified by its statement or external id. */
export function makeProblemRecord(
  statement: string,
  fields: Partial<Omit<ProblemRecord, 'statement' | 'identity'>> = {},
): ProblemRecord {
  const externalId = fields.externalId ?? null
  return {
    statement,
    answer: null,
    referenceSolution: null,
    subject: null,
    level: null,
    metadata: {},
    ...fields,
    externalId,
    identity: externalId === null ? `statement:${statement}` : `id:${externalId}`,
  }
}

/**
 * A solution of flow `solution` with only this information. Without an answer, the import
 * extracts it from the text.
 */
export function makeSolutionRecord(fields: Partial<SolutionRecord>): SolutionRecord {
  return {
    externalId: null,
    flow: 'solution',
    text: null,
    steps: null,
    options: [],
    explanations: [],
    answer: undefined,
    isCorrect: null,
    score: null,
    stepScores: null,
    generator: null,
    metadata: {},
    annotations: [],
    ...fields,
  }
}

/** Values of unknown keys. */
export function pickUnknownKeys(
  value: Readonly<Record<string, unknown>>,
  knownKeys: ReadonlySet<string>,
): Metadata {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !knownKeys.has(key)))
}

/** A blank answer or reference solution counts as missing. */
export function blankToNull(text: string | null | undefined): string | null {
  return text == null || text.trim() === '' ? null : text
}
