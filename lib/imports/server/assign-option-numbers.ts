import type { PreparedSolution } from './prepared-line'
import type { KnownSolution } from './stored-records.sql'

/** From the line's option numbers to the stored ones, by `step/option`. */
export type OptionNumberMapping = Map<string, number>

/**
 * Numbers a line's options as stored. A new solution keeps the line's numbers; otherwise known
 * texts keep their number and new ones follow. Also returns the new options.
 */
export function assignOptionNumbers(
  solution: Pick<PreparedSolution, 'record'>,
  row: Pick<KnownSolution, 'options'>,
  isNew = false,
) {
  const first = solution.record.flow === 'step_choice' ? 0 : 1
  const steps = Map.groupBy(row.options, ({ step }) => step)
  const numbers: OptionNumberMapping = new Map()
  const addedOptions: { step: number; option: number; text: string; source: string | null }[] = []
  const usedNumbers = new Set<string>()
  for (const { step, option, text, source } of solution.record.options) {
    const stepOptions = steps.get(step) ?? []
    const match = isNew
      ? undefined
      : stepOptions.find(
          (stepOption) =>
            stepOption.text === text && !usedNumbers.has(`${step}/${stepOption.option}`),
        )
    const next = stepOptions.reduce(
      (max, stepOption) => Math.max(max, stepOption.option + 1),
      first,
    )
    const number = match?.option ?? (isNew ? option : next)
    usedNumbers.add(`${step}/${number}`)
    numbers.set(`${step}/${option}`, number)
    if (match) continue
    const newOption = { step, option: number, text, source }
    addedOptions.push(newOption)
    steps.set(step, [...stepOptions, newOption])
  }
  return { numbers, added: addedOptions }
}
