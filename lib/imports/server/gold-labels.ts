import { findFirstError, isConclusiveFinishReason } from '@/lib/formats/annotation-rules'
import type { ReadError } from '@/lib/formats/read-result'
import type { KnownAnswer } from '@/lib/gold/server/gold.sql'
import { removeLabels } from './prepare-line'
import type { PreparedAnnotation, PreparedLine } from './prepared-line'

/** A line whose labels became known answers, or why they can't. */
export type GoldConversionResult =
  | { ok: true; line: PreparedLine }
  | { ok: false; error: ReadError }

/** Uses the labels of a line as known answers. Solutions without labels stay ordinary. */
export function convertLabelsToGold(line: PreparedLine): GoldConversionResult {
  const answers: (KnownAnswer | null)[] = []
  for (const { record, annotations } of line.solutions) {
    const reason = annotations
      .map((annotation) => findGoldError(record.flow, annotation))
      .find((error) => error !== null)
    if (reason) return makeRefusal(line, reason)
    const answer = annotations.reduce<KnownAnswer | 'conflict' | null>(
      (previous, annotation) =>
        previous === 'conflict' ? previous : mergeGoldAnswers(previous, readAnswer(annotation)),
      null,
    )
    if (answer === 'conflict') return makeRefusal(line, goldConflictReason)
    answers.push(answer)
  }
  const solutions = line.solutions.map((solution, i) => {
    const gold = answers[i]
    return gold ? { ...removeLabels(solution), gold } : solution
  })
  return { ok: true, line: { ...line, solutions } }
}

/** Location of the labels in a line, for reports. */
export const getLabelFieldName = ({ stored }: PreparedLine) => (stored ? 'annotation' : 'label')

export const goldConflictReason =
  'The annotations disagree on whether this solution has an error, so it can’t be gold.'

/** All first errors of both; `conflict` if only one of the two has an error. */
export function mergeGoldAnswers(
  previous: KnownAnswer | null,
  next: KnownAnswer,
): KnownAnswer | 'conflict' {
  if (previous === null) return next
  if ((previous.firstErrors.length === 0) !== (next.firstErrors.length === 0)) return 'conflict'
  const steps = new Set([...previous.firstErrors, ...next.firstErrors])
  return {
    firstErrors: [...steps].sort((a, b) => a - b),
    explanation: previous.explanation ?? next.explanation,
  }
}

function readAnswer({ record, stored }: PreparedAnnotation): KnownAnswer {
  const error = findFirstError(record.ratings)
  return {
    firstErrors: error === null ? [] : [error],
    explanation: stored.explanation,
  }
}

/** Why an annotation gives no known answer; null if it does. */
function findGoldError(flow: string, { record, stored }: PreparedAnnotation): string | null {
  if (flow === 'step_choice')
    return 'Step-choice labels can’t be gold, because the steps depend on the choices.'
  if (!isConclusiveFinishReason(record.finishReason))
    return `An annotation with finish reason ${record.finishReason} can’t be gold, because it does not give the first error.`
  return stored.irregular === null ? null : `The annotation can’t be gold. ${stored.irregular}`
}

const makeRefusal = (line: PreparedLine, reason: string): GoldConversionResult => ({
  ok: false,
  error: { location: getLabelFieldName(line), reason },
})
