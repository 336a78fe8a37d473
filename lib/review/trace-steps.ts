import { readStepIds, type RepairableSteps, type StepRevision } from './step-revision'

/** A text that steps were cut from: the solution's own, or a step as it came. */
interface Root {
  text: string
  /** The solution's own text: its edges belong to no step. */
  isWhole: boolean
}

/** Where a step stands in the text that it was cut from. */
export interface Span {
  root: Root
  start: number
  end: number
}

/**
 * Where each step comes from. A solution with a text has it all in its spans. One that came in steps has no text, so its
 * steps are followed through its repairs: the parts of a step that was split are places in that step, and whatever white
 * space stood between them is known.
 */
export function traceSteps({ text, history, ...present }: RepairableSteps): Span[] {
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

/** Steps as one: the exact stretch of what they were cut from, else with a blank line between. */
export function joinSpans(spans: readonly Span[]): Span {
  const groups: Span[] = []
  for (const span of spans) {
    const last = groups.at(-1)
    if (last?.root === span.root) groups[groups.length - 1] = { ...last, end: span.end }
    else groups.push(span)
  }
  const stretches = groups.map(takeEdges)
  if (stretches.length === 1) return stretches[0]!
  return makeRoot(stretches.map(({ root, start, end }) => root.text.slice(start, end)).join('\n\n'))
}

function makeRoot(text: string): Span {
  return { root: { text, isWhole: false }, start: 0, end: text.length }
}

/** All parts of a step that was split are that step, with the white space that it had at its edges. */
function takeEdges({ root, start, end }: Span): Span {
  const { text, isWhole } = root
  const isAll = !isWhole && text.slice(0, start).trim() === '' && text.slice(end).trim() === ''
  return isAll ? { root, start: 0, end: text.length } : { root, start, end }
}

/** The places after one repair: steps that it did not touch are known by the same numbers. */
function followRepair(spans: Span[], before: StepRevision, after: StepRevision): Span[] {
  const [old, fresh] = [readStepIds(before), readStepIds(after)]
  const prefixLength = old.findIndex((id, i) => id !== fresh[i])
  if (prefixLength === -1) return spans
  const suffixLength =
    old.length - 1 - old.findLastIndex((id, i) => id !== fresh[i + fresh.length - old.length])
  const replaced = spans.slice(prefixLength, old.length - suffixLength)
  const steps = after.steps.slice(prefixLength, fresh.length - suffixLength)
  return spans.toSpliced(prefixLength, replaced.length, ...replaceSpans(replaced, steps))
}

function replaceSpans(before: readonly Span[], after: readonly string[]): Span[] {
  if (before.length === 1) return findParts(before[0]!, after)
  const joined = joinSpans(before)
  const isJoined = joined.root.text.slice(joined.start, joined.end) === after[0]
  return isJoined && after.length === 1 ? [joined] : after.map(makeRoot)
}

/** Parts follow each other with white space between: each is the first of its words from where the last one ended. */
function findParts({ root, start, end }: Span, parts: readonly string[]): Span[] {
  let from = start
  return parts.map((part) => {
    const at = root.text.indexOf(part, from)
    if (at === -1 || at + part.length > end) return makeRoot(part)
    from = at + part.length
    return { root, start: at, end: from }
  })
}
