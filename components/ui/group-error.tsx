import { Icon } from './icon'

/** What is wrong with several boxes, or with a choice, under them. */
export function GroupError({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <p className="-mt-4 flex gap-1.5 text-negative">
      <Icon name="warn" className="mt-0.5 size-4" />
      <span>{words}</span>
    </p>
  )
}
