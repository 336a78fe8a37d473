import { readStepIds, type StepsWithHistory, type StepRevision } from '@/lib/steps/step-revision'

/** A text that steps were cut from: the solution's own, or an imported step. */
interface Root {
  text: string
  /** Whether it is the solution's own text. Its edges belong to no step. */
  isSolutionText: boolean
}

/** The span of a step in the text that it was cut from. */
export interface TextSpan {
  root: Root
  start: number
  end: number
}

/**
 * Finds the span of each step. For solutions with a text, all spans are stored. For solutions that were imported as
 * steps, follows the repairs: parts of a split are spans in the original step, so the white space between them is
 * known.
 */
export function findStepSpans({ text, history, ...current }: StepsWithHistory): TextSpan[] {
  if (text !== null && current.stepSpans.length > 0) {
    const root = { text, isSolutionText: true }
    return current.steps.map((_, i) => ({
      root,
      start: current.stepSpans[2 * i]!,
      end: current.stepSpans[2 * i + 1]!,
    }))
  }
  let before: StepRevision = history[0] ?? current
  let spans = before.steps.map(makeRoot)
  for (const after of [...history.slice(1), current]) {
    spans = followRepair(spans, before, after)
    before = after
  }
  return spans
}

/** Joins steps: the exact span of their common text, else with a blank line between them. */
export function joinSpans(spans: readonly TextSpan[]): TextSpan {
  const groups: TextSpan[] = []
  for (const span of spans) {
    const last = groups.at(-1)
    if (last?.root === span.root) groups[groups.length - 1] = { ...last, end: span.end }
    else groups.push(span)
  }
  const joinedSpans = groups.map(extendToEdges)
  if (joinedSpans.length === 1) return joinedSpans[0]!
  return makeRoot(
    joinedSpans.map(({ root, start, end }) => root.text.slice(start, end)).join('\n\n'),
  )
}

function makeRoot(text: string): TextSpan {
  return { root: { text, isSolutionText: false }, start: 0, end: text.length }
}

/** All parts of a split together are the original step, with the white space at its edges. */
function extendToEdges({ root, start, end }: TextSpan): TextSpan {
  const { text, isSolutionText } = root
  const coversRoot =
    !isSolutionText && text.slice(0, start).trim() === '' && text.slice(end).trim() === ''
  return coversRoot ? { root, start: 0, end: text.length } : { root, start, end }
}

/** The spans after one repair. Unchanged steps keep their ids. */
function followRepair(spans: TextSpan[], before: StepRevision, after: StepRevision): TextSpan[] {
  const [oldIds, newIds] = [readStepIds(before), readStepIds(after)]
  const prefixLength = oldIds.findIndex((id, i) => id !== newIds[i])
  if (prefixLength === -1) return spans
  const suffixLength =
    oldIds.length -
    1 -
    oldIds.findLastIndex((id, i) => id !== newIds[i + newIds.length - oldIds.length])
  const replacedSpans = spans.slice(prefixLength, oldIds.length - suffixLength)
  const steps = after.steps.slice(prefixLength, newIds.length - suffixLength)
  return spans.toSpliced(prefixLength, replacedSpans.length, ...replaceSpans(replacedSpans, steps))
}

function replaceSpans(before: readonly TextSpan[], after: readonly string[]): TextSpan[] {
  if (before.length === 1) return findParts(before[0]!, after)
  const joined = joinSpans(before)
  const isJoined = joined.root.text.slice(joined.start, joined.end) === after[0]
  return isJoined && after.length === 1 ? [joined] : after.map(makeRoot)
}

/** Finds each part after the end of the previous one, because only white space is between them. */
function findParts({ root, start, end }: TextSpan, parts: readonly string[]): TextSpan[] {
  let from = start
  return parts.map((part) => {
    const position = root.text.indexOf(part, from)
    if (position === -1 || position + part.length > end) return makeRoot(part)
    from = position + part.length
    return { root, start: position, end: from }
  })
}
