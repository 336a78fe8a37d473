import type { Metadata, ProblemRecord, SolutionRecord } from './record'

/** A problem of which a source says only this; its statement, or its external id, identifies it. */
export function makeProblem(
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

/** A solution of flow `solution` of which a source says only this. An answer not stated is extracted from the text. */
export function makeSolution(fields: Partial<SolutionRecord>): SolutionRecord {
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

/** What came under keys that are not known. */
export function pickUnknown(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): Metadata {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !known.has(key)))
}

/** An answer or reference solution of white space says nothing: as good as none. */
export function noBlank(text: string | null | undefined): string | null {
  return text == null || text.trim() === '' ? null : text
}
