import type { StepReveal, DraftSaveBody, LeasedWork } from '@/lib/client/labelling-screen-calls'
import { findFirstError } from '@/lib/formats/annotation-rules'

/** The steps whose options an `InMemoryServer` has revealed, by solution. */
export class RevealLog {
  private readonly stepsBySolution = new Map<string, number[]>()

  /** The work with the options of revealed steps only. */
  hideUnrevealed(work: LeasedWork): LeasedWork {
    const revealed = this.listRevealed(work)
    const pick = <T>(byStep: Record<string, T>) =>
      Object.fromEntries(Object.entries(byStep).filter(([step]) => revealed.includes(Number(step))))
    return {
      ...work,
      revealed,
      options: pick(work.options),
      explanations: pick(work.explanations),
    }
  }

  hasUnrevealedOptions(work: LeasedWork, { ratings }: Pick<DraftSaveBody, 'ratings'>): boolean {
    const error = findFirstError(ratings)
    if (error === null || this.listRevealed(work).includes(error)) return false
    return (work.options[error] ?? work.explanations[error]) !== undefined
  }

  /** Reveals the options of the first error; null if there is no error, or if they were revealed before. */
  revealFirstError(
    work: LeasedWork,
    { ratings }: Pick<DraftSaveBody, 'ratings'>,
  ): StepReveal | null {
    const step = findFirstError(ratings)
    if (step === null || this.listRevealed(work).includes(step)) return null
    const steps = this.stepsBySolution.get(work.solution) ?? []
    this.stepsBySolution.set(work.solution, [...steps, step])
    const options = work.options[step] ?? []
    return { step, options, explanations: work.explanations[step] ?? [] }
  }

  private listRevealed({ solution, revealed }: LeasedWork): number[] {
    return [...revealed, ...(this.stepsBySolution.get(solution) ?? [])]
  }
}
