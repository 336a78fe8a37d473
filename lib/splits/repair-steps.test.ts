import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitSteps } from '@/lib/steps/split-steps'
import { readStepIds, type StepsWithHistory } from '@/lib/steps/step-revision'
import {
  applyStepChange,
  findStepChangeError,
  findNewStepPosition,
  type StepChange,
} from './repair-steps'

const inSteps = (...steps: string[]): StepsWithHistory => ({
  text: null,
  steps,
  stepSpans: [],
  stepIds: [],
  history: [],
})

/** A solution after a change, as the database stores it. */
function apply(solution: StepsWithHistory, change: StepChange): StepsWithHistory {
  expect(findStepChangeError(solution, change)).toBeNull()
  const { steps, stepSpans, stepIds } = applyStepChange(solution, change)
  const { text, history, ...before } = solution
  return { text, steps, stepSpans, stepIds, history: [...history, before] }
}

const stepText = fc.stringMatching(/^[a-c. \n]{0,12}[a-c][a-c. \n]{0,12}$/)
/** A solution that was imported as a text or as steps. */
const solutions: fc.Arbitrary<StepsWithHistory> = fc
  .array(stepText, { minLength: 1, maxLength: 5 })
  .chain((steps) =>
    fc.boolean().map((isText): StepsWithHistory => {
      if (!isText) return inSteps(...steps)
      const text = steps.join('\n\n')
      const split = splitSteps(text, 'blank-line')
      return { ...inSteps(...split.steps), text, stepSpans: split.spans.flat() }
    }),
  )

/** A valid change; null if there is none. */
function pickChange(solution: StepsWithHistory, seed: number): StepChange | null {
  const changes: StepChange[] = []
  solution.steps.forEach((text, step) => {
    for (let position = 1; position < text.length; position += 1)
      changes.push({ kind: 'split', step, at: [position] })
    for (let position = 1; position < text.length - 1; position += 1)
      changes.push({
        kind: 'split',
        step,
        at: [position, position + 1 + (seed % (text.length - position - 1))],
      })
    for (let through = step + 1; through < solution.steps.length; through += 1)
      changes.push({ kind: 'merge', step, through })
  })
  const possibleChanges = changes.filter((change) => findStepChangeError(solution, change) === null)
  return possibleChanges[seed % possibleChanges.length] ?? null
}

const seeds = fc.array(fc.nat(), { minLength: 1, maxLength: 6 })

/** Applies changes one after the other. */
function applyAll(solution: StepsWithHistory, list: readonly number[]): StepsWithHistory {
  return list.reduce((now, seed) => {
    const change = pickChange(now, seed)
    return change ? apply(now, change) : now
  }, solution)
}

const removeSpace = (text: string) => text.replaceAll(/\s/g, '')

describe('any split or merge of steps', () => {
  test('loses no characters except white space and leaves no step empty', () => {
    fc.assert(
      fc.property(solutions, seeds, (solution, list) => {
        const { steps } = applyAll(solution, list)
        expect(removeSpace(steps.join(''))).toBe(removeSpace(solution.steps.join('')))
        expect(steps.every((step) => step.trim() !== '')).toBe(true)
      }),
    )
  })

  test('keeps the text of each step equal to its stored span of the solution text', () => {
    fc.assert(
      fc.property(solutions, seeds, (solution, list) => {
        const { steps, stepSpans, text } = applyAll(solution, list)
        const spans =
          text === null ? [] : steps.flatMap((_, i) => [stepSpans[2 * i]!, stepSpans[2 * i + 1]!])
        expect(stepSpans).toEqual(spans)
        if (text !== null)
          expect(steps).toEqual(steps.map((_, i) => text.slice(spans[2 * i], spans[2 * i + 1])))
        expect(spans).toEqual(spans.toSorted((a, b) => a - b))
      }),
    )
  })

  test('keeps the id and text of unchanged steps and gives new steps unused ids', () => {
    fc.assert(
      fc.property(solutions, seeds, fc.nat(), (solution, list, seed) => {
        const before = applyAll(solution, list)
        const change = pickChange(before, seed)
        if (change === null) return
        const repair = applyStepChange(before, change)
        const [old, ids] = [readStepIds(before), repair.stepIds]
        before.steps.forEach((text, step) => {
          const mappedStep = findNewStepPosition(step, repair.replacement)
          if (mappedStep === null) expect(ids).not.toContain(old[step])
          else expect([ids[mappedStep], repair.steps[mappedStep]]).toEqual([old[step], text])
        })
        const usedIds = [...before.history, before].flatMap((revision) => readStepIds(revision))
        const addedIds = ids.slice(
          repair.replacement.first,
          repair.replacement.first + repair.replacement.added,
        )
        expect(addedIds.filter((id) => usedIds.includes(id))).toEqual([])
        expect(new Set(ids).size).toBe(repair.steps.length)
      }),
    )
  })

  test('restores the exact text when the parts of a split are merged', () => {
    fc.assert(
      fc.property(solutions, seeds, fc.nat(), (solution, list, seed) => {
        const before = applyAll(solution, list)
        const change = pickChange(before, seed)
        if (change?.kind !== 'split') return
        const { step, at } = change
        const after = apply(apply(before, change), {
          kind: 'merge',
          step,
          through: step + at.length,
        })
        expect(after.steps).toEqual(before.steps)
        expect(after.stepSpans).toEqual(before.stepSpans)
      }),
    )
  })
})

describe('texts of repaired steps', () => {
  test('have no white space at their edges after a split, and neither do their spans', () => {
    const text = 'One. Two.\n\nThree.'
    const solution = { ...inSteps('One. Two.', 'Three.'), text, stepSpans: [0, 9, 11, 17] }
    expect(applyStepChange(solution, { kind: 'split', step: 0, at: [4] })).toMatchObject({
      steps: ['One.', 'Two.', 'Three.'],
      stepSpans: [0, 4, 5, 9, 11, 17],
      stepIds: [2, 3, 1],
      replacement: { first: 0, removed: 1, added: 2 },
    })
  })

  test('are the exact span of the solution text after a merge, or joined with a blank line if there is no solution text', () => {
    const change = { kind: 'merge', step: 0, through: 1 } as const
    const text = 'One. ки\nTwo.'
    const solution = { ...inSteps('One.', 'Two.'), text, stepSpans: [0, 4, 8, 12] }
    expect(applyStepChange(solution, change)).toMatchObject({ steps: [text], stepSpans: [0, 12] })
    expect(applyStepChange(inSteps('One.', 'Two.'), change).steps).toEqual(['One.\n\nTwo.'])
  })

  test('are restored if the parts of a split step are merged one after another', () => {
    const parts = apply(inSteps(' a  b   c '), { kind: 'split', step: 0, at: [3, 6] })
    expect(parts.steps).toEqual(['a', 'b', 'c'])
    const mergedParts = apply(parts, { kind: 'merge', step: 0, through: 1 })
    expect(mergedParts.steps).toEqual(['a  b', 'c'])
    expect(apply(mergedParts, { kind: 'merge', step: 0, through: 1 }).steps).toEqual([' a  b   c '])
  })

  test('keep the white space between split parts that are merged with another step', () => {
    const parts = apply(inSteps('a  b', 'c'), { kind: 'split', step: 0, at: [2] })
    expect(parts.steps).toEqual(['a', 'b', 'c'])
    const all = applyStepChange(parts, { kind: 'merge', step: 0, through: 2 })
    expect(all.steps).toEqual(['a  b\n\nc'])
    expect(all.prefixes).toEqual(['a  ', 'a  b\n\n'])
  })
})

describe('a repair is rejected for', () => {
  test.each([
    [
      'a split of a step that does not exist',
      { kind: 'split', step: 2, at: [1] },
      /Step 3 does not exist/,
    ],
    ['a split without positions', { kind: 'split', step: 0, at: [] }, /a position to cut/],
    ['positions in descending order', { kind: 'split', step: 0, at: [3, 2] }, /must be ascending/],
    ['the same position twice', { kind: 'split', step: 0, at: [2, 2] }, /must be ascending/],
    [
      'a cut at the start of the step',
      { kind: 'split', step: 0, at: [0] },
      /must be ascending and within/,
    ],
    [
      'a cut at the end of the step',
      { kind: 'split', step: 0, at: [7] },
      /must be ascending and within/,
    ],
    ['an empty part', { kind: 'split', step: 0, at: [2, 3] }, /part of the split would be empty/],
    ['a cut inside a character', { kind: 'split', step: 0, at: [5] }, /inside a character/],
    ['a merge of one step', { kind: 'merge', step: 1, through: 1 }, /at least two steps/],
    [
      'a merge beyond the last step',
      { kind: 'merge', step: 1, through: 2 },
      /Step 3 does not exist/,
    ],
  ] as const)('%s', (_, change, reason) => {
    expect(findStepChangeError(inSteps('ab  😀c', 'd'), change)).toMatch(reason)
  })

  test('more steps than a solution can have', () => {
    const solution = inSteps(...Array.from({ length: 10_000 }, () => 'a b'))
    expect(findStepChangeError(solution, { kind: 'split', step: 0, at: [1] })).toMatch(/at most/)
  })
})
