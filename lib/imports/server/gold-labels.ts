import type { PlacedReason } from '@/lib/formats/place'
import type { GoldAnswer } from '@/lib/quality/server/gold.sql'
import { type PreparedAnnotation, type PreparedLine, stripLabels } from './prepare'

/** A line whose labels became known answers, or why they cannot. */
export type GoldResult = { ok: true; line: PreparedLine } | { ok: false; problem: PlacedReason }

/** Takes the labels of a line as known answers. Solutions without labels stay ordinary ones. */
export function takeAsGold(line: PreparedLine): GoldResult {
  const answers: (GoldAnswer | null)[] = []
  for (const { record, annotations } of line.solutions) {
    const reason = annotations
      .map((annotation) => findRefusal(record.flow, annotation))
      .find((found) => found !== null)
    if (reason) return refuse(line, reason)
    const answer = annotations.reduce<GoldAnswer | 'parted' | null>(
      (before, annotation) =>
        before === 'parted' ? before : uniteAnswers(before, readAnswer(annotation)),
      null,
    )
    if (answer === 'parted') return refuse(line, partedReason)
    answers.push(answer)
  }
  const solutions = line.solutions.map((solution, i) => {
    const gold = answers[i]
    return gold ? { ...stripLabels(solution), gold } : solution
  })
  return { ok: true, line: { ...line, solutions } }
}

/** Where labels of a line stand, for reports. */
export const placeOfLabels = ({ stored }: PreparedLine) => (stored ? 'annotation' : 'label')

export const partedReason =
  'One annotation finds an error in this solution and another none: a known answer is one or the other.'

/** Each first error that somebody found is right; `parted` where somebody else found none. */
export function uniteAnswers(before: GoldAnswer | null, said: GoldAnswer): GoldAnswer | 'parted' {
  if (before === null) return said
  if ((before.firstErrors.length === 0) !== (said.firstErrors.length === 0)) return 'parted'
  const steps = new Set([...before.firstErrors, ...said.firstErrors])
  return {
    firstErrors: [...steps].sort((a, b) => a - b),
    explanation: before.explanation ?? said.explanation,
  }
}

function readAnswer({ record, stored }: PreparedAnnotation): GoldAnswer {
  const hasError = record.finishReason === 'found_error'
  return {
    firstErrors: hasError ? [record.ratings.indexOf(-1)] : [],
    explanation: stored.explanation,
  }
}

/** Why an annotation says no known answer; null where it does. */
function findRefusal(flow: string, { record, irregular }: PreparedAnnotation): string | null {
  if (flow === 'step_choice')
    return 'Labels of options to choose from cannot be gold: the steps depend on what is chosen.'
  if (record.finishReason === 'give_up' || record.finishReason === 'bad_problem')
    return `An annotation that was finished with ${record.finishReason} cannot be gold: it does not say where the first error is.`
  return irregular === null ? null : `The annotation cannot be gold. ${irregular}`
}

const refuse = (line: PreparedLine, reason: string): GoldResult => ({
  ok: false,
  problem: { place: placeOfLabels(line), reason },
})
