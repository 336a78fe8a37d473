import { ChoiceList } from '@/components/ui/choice-list'
import type { NeutralPolicy } from '@/lib/formats/format-names'

const choices = [
  {
    value: 'positive',
    label: 'Export as positive',
    hint: 'As in Qwen2.5-Math-PRM and OpenR.',
  },
  { value: 'negative', label: 'Export as negative', hint: 'As in TRL’s PRM800K converter.' },
  {
    value: 'drop',
    label: 'End the row before the first neutral step',
    hint: 'If the first step is neutral, no row is written.',
  },
] as const

/** How formats with binary labels export neutral ratings. No default: the user must choose. */
export function NeutralPolicyChoice({
  value,
  onChange,
}: {
  value: NeutralPolicy | null
  onChange: (value: NeutralPolicy) => void
}) {
  return (
    <ChoiceList<NeutralPolicy | ''>
      legend="Neutral ratings"
      name="neutral"
      value={value ?? ''}
      onChange={(choice) => choice !== '' && onChange(choice)}
      choices={choices}
    />
  )
}
