import type { LabelledSolution } from '@/lib/agreement/agreement-accumulator'
import type { Rating } from '@/lib/agreement/labeler-annotations'

/** Rates steps at random with a constant probability of an error. If `stops`, ends at the first error. */
export function simulateRatings(
  draw: () => number,
  { steps = 10, hazard = 0.12, neutral = 0.2, stops = true } = {},
): Rating[] {
  const ratings: Rating[] = []
  for (let step = 0; step < steps; step++) {
    const number = draw()
    const rating = number < hazard ? -1 : number < hazard + neutral ? 0 : 1
    ratings.push(rating)
    if (rating === -1 && stops) break
  }
  return ratings
}

/** One annotation for each name, submitted one after the other from Monday, 2 March 2026. */
export function makeAnnotationsByLabeler(
  names: readonly string[],
  rate: (name: string) => (Rating | null)[],
): LabelledSolution['annotations'] {
  return names.map((labeler, i) => ({
    labeler,
    ratings: rate(labeler),
    submittedAt: `2026-03-02T09:0${i}:00.000000Z`,
  }))
}

/** Labels of two annotators: `[problem, first, second]`. */
export function makeDoublyLabelledSolutions(
  solutions: readonly (readonly [string, readonly Rating[], readonly Rating[]])[],
): LabelledSolution[] {
  return solutions.map(([problem, first, second]) => ({
    problem,
    annotations: makeAnnotationsByLabeler(['ann', 'ben'], (name) => [
      ...(name === 'ann' ? first : second),
    ]),
  }))
}
