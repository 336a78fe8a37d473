import { KeyLabel } from '@/components/ui/key-label'

/** The key cap of a choice. It also shows whether it is chosen. */
export function ChoiceKeyLabel({
  name,
  isChosen,
  isDisabled,
}: {
  name: string
  isChosen: boolean
  isDisabled: boolean
}) {
  return (
    <KeyLabel
      name={name}
      className={
        isChosen
          ? 'border-accent bg-accent text-on-accent'
          : isDisabled
            ? 'border-rule text-ink-3'
            : undefined
      }
    />
  )
}
