import { readStepIds, type RepairableSteps, type StepRevision } from './step-revision'

/** A text that steps were cut from: the solution's own, or a step as it came. */
interface Root {
  text: string
  /** The solution's own text: its edges belong to no step. */
  isWhole: boolean
}

/** Where a step stands in the text that it was cut from. */
export interface Place {
  root: Root
  start: number
  end: number
}

/**
 * Where each step comes from. A solution with a text has it all in its spans. One that came in steps has no text, so its
 * steps are followed through its repairs: the parts of a step that was split are places in that step, and whatever white
 * space stood between them is known.
 */
export function traceSteps({ text, history, ...present }: RepairableSteps): Place[] {
  if (text !== null && present.stepSpans.length > 0) {
    const root = { text, isWhole: true }
    return present.steps.map((_, i) => ({
      root,
      start: present.stepSpans[2 * i]!,
      end: present.stepSpans[2 * i + 1]!,
    }))
  }
  let before: StepRevision = history[0] ?? present
  let places = before.steps.map(makeRoot)
  for (const after of [...history.slice(1), present]) {
    places = followRepair(places, before, after)
    before = after
  }
  return places
}

/** Steps as one: the exact stretch of what they were cut from, else with a blank line between. */
export function joinPlaces(places: readonly Place[]): Place {
  const groups: Place[] = []
  for (const place of places) {
    const last = groups.at(-1)
    if (last?.root === place.root) groups[groups.length - 1] = { ...last, end: place.end }
    else groups.push(place)
  }
  const stretches = groups.map(takeEdges)
  if (stretches.length === 1) return stretches[0]!
  return makeRoot(stretches.map(({ root, start, end }) => root.text.slice(start, end)).join('\n\n'))
}

function makeRoot(text: string): Place {
  return { root: { text, isWhole: false }, start: 0, end: text.length }
}

/** All parts of a step that was split are that step, with the white space that it had at its edges. */
function takeEdges({ root, start, end }: Place): Place {
  const { text, isWhole } = root
  const isAll = !isWhole && text.slice(0, start).trim() === '' && text.slice(end).trim() === ''
  return isAll ? { root, start: 0, end: text.length } : { root, start, end }
}

/** The places after one repair: steps that it did not touch are known by the same numbers. */
function followRepair(places: Place[], before: StepRevision, after: StepRevision): Place[] {
  const [old, fresh] = [readStepIds(before), readStepIds(after)]
  const head = old.findIndex((id, i) => id !== fresh[i])
  if (head === -1) return places
  const tail =
    old.length - 1 - old.findLastIndex((id, i) => id !== fresh[i + fresh.length - old.length])
  const replaced = places.slice(head, old.length - tail)
  const steps = after.steps.slice(head, fresh.length - tail)
  return places.toSpliced(head, replaced.length, ...replacePlaces(replaced, steps))
}

function replacePlaces(before: readonly Place[], after: readonly string[]): Place[] {
  if (before.length === 1) return findParts(before[0]!, after)
  const joined = joinPlaces(before)
  const isJoined = joined.root.text.slice(joined.start, joined.end) === after[0]
  return isJoined && after.length === 1 ? [joined] : after.map(makeRoot)
}

/** Parts follow each other with white space between: each is the first of its words from where the last one ended. */
function findParts({ root, start, end }: Place, parts: readonly string[]): Place[] {
  let from = start
  return parts.map((part) => {
    const at = root.text.indexOf(part, from)
    if (at === -1 || at + part.length > end) return makeRoot(part)
    from = at + part.length
    return { root, start: at, end: from }
  })
}
