import { ChoiceList } from '@/components/ui/choice-list'
import type { NeutralPolicy } from '@/lib/formats/format-names'

const choices = [
  {
    value: 'positive',
    label: 'counts as positive',
    hint: 'As Qwen2.5-Math-PRM and OpenR read PRM800K.',
  },
  { value: 'negative', label: 'counts as negative', hint: 'As TRL’s own converter reads PRM800K.' },
  {
    value: 'drop',
    label: 'ends the row before it',
    hint: 'Nobody has to decide; what is empty then is left out.',
  },
] as const

/** What becomes of a neutral rating where there is only right and wrong. Nobody chooses it for you. */
export function NeutralChoice({
  value,
  onChange,
}: {
  value: NeutralPolicy | null
  onChange: (value: NeutralPolicy) => void
}) {
  return (
    <ChoiceList<NeutralPolicy | ''>
      legend="A neutral rating"
      name="neutral"
      value={value ?? ''}
      onChange={(chosen) => chosen !== '' && onChange(chosen)}
      choices={choices}
    />
  )
}
