import type { Choice } from '../content'
import type { SentContent } from '../state-fields'
import { groupByStep } from './shape.sql'
import type { DraftRow, WorkRow } from './work.sql'

/** A draft as it was sent: from the numbers under which options are stored back to their places in the lists. */
export function readDraft(draft: DraftRow, { flow, options }: Pick<WorkRow, 'flow' | 'options'>) {
  const { optionRatings, humanOptions, chosen, asideSaid, notes, ...others } = draft
  const { explanation, explanationOption, answerShown: _, ...rest } = others
  const written = Object.fromEntries(humanOptions.map(({ step, text }) => [step, text]))
  const byStep = groupByStep(options)
  const findPlace = (step: number, number: number) =>
    (byStep[step] ?? []).findIndex(({ option }) => option === number)
  return {
    ...rest,
    written,
    options: readOptionRatings(optionRatings, byStep),
    choices:
      flow === 'step_choice' ? { ...asideSaid.choices, ...readChoices(chosen, written) } : {},
    errorsAside: asideSaid.errorsAside ?? {},
    notes: notes.map(({ option: number, ...note }) => {
      const option = findPlace(note.step, flow === 'step_choice' ? number - 1 : number)
      return { ...note, option: option === -1 ? null : option }
    }),
    explanation: readExplanation(explanation, explanationOption),
  }
}

function readOptionRatings(
  ratings: DraftRow['optionRatings'],
  options: Readonly<Record<number, readonly { option: number }[]>>,
): SentContent['options'] {
  return Object.fromEntries(
    Object.entries(groupByStep(ratings)).map(([step, given]) => [
      step,
      (options[Number(step)] ?? []).map(
        ({ option }) => given.find((one) => one.option === option)?.rating ?? null,
      ),
    ]),
  )
}

function readChoices(
  chosen: readonly (number | null)[],
  written: Readonly<Record<string, string>>,
): Record<string, Choice> {
  return Object.fromEntries(
    chosen.flatMap((option, step): [string, Choice][] => {
      if (option !== null) return [[String(step), option]]
      return String(step) in written ? [[String(step), 'human']] : []
    }),
  )
}

function readExplanation(text: string | null, option: number | null): SentContent['explanation'] {
  if (option !== null) return { option }
  return text === null ? null : { option: null, text }
}
