import type { StepReveal, LeasedWork } from './labelling-screen-calls'

/** The options and candidate explanations of the revealed steps. */
export type RevealedOptions = Pick<LeasedWork, 'revealed' | 'options' | 'explanations'>

/** The work with the options and candidate explanations of one more step. */
export function addRevealedOptions<T extends RevealedOptions>(
  work: T,
  { step, options, explanations }: StepReveal,
): T {
  return {
    ...work,
    revealed: [...new Set([...work.revealed, step])],
    options:
      options.length === 0
        ? work.options
        : {
            ...work.options,
            [step]: options.map((option) => ({ ...option, endsSolution: false })),
          },
    explanations:
      explanations.length === 0
        ? work.explanations
        : { ...work.explanations, [step]: explanations },
  }
}

/** The part of freshly loaded work that belongs to one step; null if it is not revealed. */
export function findStepRevealInWork(work: LeasedWork, step: number): StepReveal | null {
  if (!work.revealed.includes(step)) return null
  return {
    step,
    options: (work.options[step] ?? []).map(({ text, source }) => ({ text, source })),
    explanations: work.explanations[step] ?? [],
  }
}
