import { blockCount, bootstrap } from '@/lib/platform/bootstrap'
import type { BlindResult } from './contract'

/** One submitted annotation of a solution whose problem has a reference answer, drawn to be done with or without it. */
export interface BlindAnnotation {
  problem: string
  person: string
  isShown: boolean
  /** The share that was labelled without the answer then: above 0 and below 1. */
  blindShare: number
  /** Of ordinary work that was finished: whether an error was found; null of gold, and of what was not finished. */
  hasError: boolean | null
  /** The step of the first error, from 1; null for none. */
  firstError: number | null
  verdict: 'correct' | 'wrong' | 'unsure'
  /** Of an answer to gold; null of ordinary work. */
  isExact: boolean | null
  stepsRead: number
  activeMs: number
}

type MeasureName =
  | 'errorRate'
  | 'firstError'
  | 'foundInWrong'
  | 'foundInRight'
  | 'exactOnGold'
  | 'secondsPerStep'
type Arms = BlindResult['errorRate']

/**
 * Labelling with the reference answer beside labelling without it. Each annotation was drawn for one of the two, so a
 * difference comes from the answer; it counts the more the smaller its chance of being drawn was, for that may have
 * changed on the way. Annotations come by problem.
 */
export class BlindTally {
  private readonly counts = { shown: 0, hidden: 0 }
  private readonly people = new Set<string>()
  private problems = 0
  private problem: string | null = null
  private readonly measures: Record<MeasureName, ArmsTally> = {
    errorRate: new ArmsTally(),
    firstError: new ArmsTally(),
    foundInWrong: new ArmsTally(),
    foundInRight: new ArmsTally(),
    exactOnGold: new ArmsTally(),
    secondsPerStep: new ArmsTally(),
  }

  add(annotation: BlindAnnotation): void {
    const { problem, person, isShown, hasError, firstError, verdict, isExact } = annotation
    this.counts[isShown ? 'shown' : 'hidden'] += 1
    this.people.add(person)
    if (problem !== this.problem) this.problems += 1
    this.problem = problem
    const block = (this.problems - 1) % blockCount
    const weight = 1 / (isShown ? 1 - annotation.blindShare : annotation.blindShare)
    const note = (name: MeasureName, over: number, under: number) =>
      this.measures[name].add(block, { isShown, weight }, over, under)
    if (hasError !== null) {
      note('errorRate', Number(hasError), 1)
      if (verdict === 'wrong') note('foundInWrong', Number(hasError), 1)
      if (verdict === 'correct') note('foundInRight', Number(hasError), 1)
      if (firstError !== null) note('firstError', firstError, 1)
    }
    if (isExact !== null) note('exactOnGold', Number(isExact), 1)
    if (annotation.stepsRead > 0)
      note('secondsPerStep', annotation.activeMs / 1000, annotation.stepsRead)
  }

  /** Null where nothing was done without the answer. */
  measure(): BlindResult | null {
    if (this.counts.hidden === 0) return null
    const { errorRate, firstError, foundInWrong, foundInRight, exactOnGold, secondsPerStep } =
      this.measures
    return {
      annotations: { ...this.counts },
      ...{ problems: this.problems, people: this.people.size },
      errorRate: errorRate.measure(),
      firstError: firstError.measure(),
      foundInWrong: foundInWrong.measure(),
      foundInRight: foundInRight.measure(),
      exactOnGold: exactOnGold.measure(),
      secondsPerStep: secondsPerStep.measure(),
    }
  }
}

/** A ratio of two sums in each arm, by block of problems. */
class ArmsTally {
  private readonly arms = {
    shown: { overs: [] as number[], unders: [] as number[], count: 0 },
    hidden: { overs: [] as number[], unders: [] as number[], count: 0 },
  }

  add(
    block: number,
    { isShown, weight }: { isShown: boolean; weight: number },
    over: number,
    under: number,
  ): void {
    const arm = this.arms[isShown ? 'shown' : 'hidden']
    arm.overs[block] = (arm.overs[block] ?? 0) + weight * over
    arm.unders[block] = (arm.unders[block] ?? 0) + weight * under
    arm.count += 1
  }

  /** Problems are drawn whole, with what was done in both arms. */
  measure(): Arms {
    const { shown, hidden } = this.arms
    const blocks = Math.max(shown.overs.length, hidden.overs.length)
    const [ofShown = null, ofHidden = null, difference = null] = bootstrap(blocks, (weights) => {
      const [a, b] = [divide(shown, weights), divide(hidden, weights)]
      return [a, b, a === null || b === null ? null : b - a]
    })
    return {
      ...{ shown: ofShown, hidden: ofHidden, difference },
      of: { shown: shown.count, hidden: hidden.count },
    }
  }
}

function divide(
  { overs, unders }: { overs: readonly number[]; unders: readonly number[] },
  weights: Uint16Array,
): number | null {
  let [over, under] = [0, 0]
  for (const [block, weight] of weights.entries()) {
    over += weight * (overs[block] ?? 0)
    under += weight * (unders[block] ?? 0)
  }
  return under === 0 ? null : over / under
}
