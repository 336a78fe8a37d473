import { readStepIds, type RepairableSteps, type StepRevision } from '@/lib/steps/step-revision'

/** A text that steps were cut from: the solution's own, or an imported step. */
interface Root {
  text: string
  /** Whether it is the solution's own text. Its edges belong to no step. */
  isWhole: boolean
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
export function findStepSpans({ text, history, ...present }: RepairableSteps): TextSpan[] {
  if (text !== null && present.stepSpans.length > 0) {
    const root = { text, isWhole: true }
    return present.steps.map((_, i) => ({
      root,
      start: present.stepSpans[2 * i]!,
      end: present.stepSpans[2 * i + 1]!,
    }))
  }
  let before: StepRevision = history[0] ?? present
  let spans = before.steps.map(makeRoot)
  for (const after of [...history.slice(1), present]) {
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
  const stretches = groups.map(takeEdges)
  if (stretches.length === 1) return stretches[0]!
  return makeRoot(stretches.map(({ root, start, end }) => root.text.slice(start, end)).join('\n\n'))
}

function makeRoot(text: string): TextSpan {
  return { root: { text, isWhole: false }, start: 0, end: text.length }
}

/** All parts of a split together are the original step, with the white space at its edges. */
function takeEdges({ root, start, end }: TextSpan): TextSpan {
  const { text, isWhole } = root
  const isAll = !isWhole && text.slice(0, start).trim() === '' && text.slice(end).trim() === ''
  return isAll ? { root, start: 0, end: text.length } : { root, start, end }
}

/** The spans after one repair. Unchanged steps keep their numbers. */
function followRepair(spans: TextSpan[], before: StepRevision, after: StepRevision): TextSpan[] {
  const [old, fresh] = [readStepIds(before), readStepIds(after)]
  const prefixLength = old.findIndex((id, i) => id !== fresh[i])
  if (prefixLength === -1) return spans
  const suffixLength =
    old.length - 1 - old.findLastIndex((id, i) => id !== fresh[i + fresh.length - old.length])
  const replaced = spans.slice(prefixLength, old.length - suffixLength)
  const steps = after.steps.slice(prefixLength, fresh.length - suffixLength)
  return spans.toSpliced(prefixLength, replaced.length, ...replaceSpans(replaced, steps))
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
