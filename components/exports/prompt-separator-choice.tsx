import { ChoiceList } from '@/components/ui/choice-list'
import type { PromptSeparator } from '@/lib/formats/format-names'
import { promptSeparatorLabels } from './prompt-separator-labels'

const choices = [
  { value: 'blank-line', label: promptSeparatorLabels['blank-line'] },
  { value: 'line-break', label: promptSeparatorLabels['line-break'] },
  {
    value: 'none',
    label: promptSeparatorLabels.none,
    hint: 'For trainers that add a chat template.',
  },
] as const

/** What separates the problem from each of the two texts in preference pairs. */
export function PromptSeparatorChoice({
  value,
  onChange,
}: {
  value: PromptSeparator
  onChange: (value: PromptSeparator) => void
}) {
  return (
    <ChoiceList
      legend="Separator between problem and solution (preference pairs)"
      name="promptSeparator"
      value={value}
      onChange={onChange}
      choices={choices}
    />
  )
}
