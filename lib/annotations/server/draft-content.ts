import type { PathChoice } from '../content'
import type { AnnotationContentInput } from '../state-fields'
import type { AnnotationDraftRow, LeasedSolutionRow } from './leased-solution.sql'
import { groupRowsByStep } from './ratable-content.sql'

/** Restores a draft as it was sent: converts stored option numbers to positions. */
export function toDraftContent(
  draft: AnnotationDraftRow,
  { flow, options }: Pick<LeasedSolutionRow, 'flow' | 'options'>,
) {
  const { optionRatings, humanOptions, chosen, supersededAnswers, notes, ...otherColumns } = draft
  const { explanation, explanationOption, answerShown: _, ...keptColumns } = otherColumns
  const humanOptionTexts = Object.fromEntries(humanOptions.map(({ step, text }) => [step, text]))
  const byStep = groupRowsByStep(options)
  const findOptionIndex = (step: number, number: number) =>
    (byStep[step] ?? []).findIndex(({ option }) => option === number)
  return {
    ...keptColumns,
    humanOptions: humanOptionTexts,
    options: readOptionRatings(optionRatings, byStep),
    choices:
      flow === 'step_choice'
        ? { ...supersededAnswers.choices, ...readChoices(chosen, humanOptionTexts) }
        : {},
    supersededErrors: supersededAnswers.supersededErrors ?? {},
    notes: notes.map(({ option: number, ...note }) => {
      const option = findOptionIndex(note.step, flow === 'step_choice' ? number - 1 : number)
      return { ...note, option: option === -1 ? null : option }
    }),
    explanation: readExplanation(explanation, explanationOption),
  }
}

function readOptionRatings(
  ratings: AnnotationDraftRow['optionRatings'],
  options: Readonly<Record<number, readonly { option: number }[]>>,
): AnnotationContentInput['options'] {
  return Object.fromEntries(
    Object.entries(groupRowsByStep(ratings)).map(([step, storedRatings]) => [
      step,
      (options[Number(step)] ?? []).map(
        ({ option }) =>
          storedRatings.find((storedRating) => storedRating.option === option)?.rating ?? null,
      ),
    ]),
  )
}

function readChoices(
  chosenOptions: readonly (number | null)[],
  humanOptionTexts: Readonly<Record<string, string>>,
): Record<string, PathChoice> {
  return Object.fromEntries(
    chosenOptions.flatMap((option, step): [string, PathChoice][] => {
      if (option !== null) return [[String(step), option]]
      return String(step) in humanOptionTexts ? [[String(step), 'human']] : []
    }),
  )
}

function readExplanation(
  text: string | null,
  option: number | null,
): AnnotationContentInput['explanation'] {
  if (option !== null) return { option }
  return text === null ? null : { option: null, text }
}
