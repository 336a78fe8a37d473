import { Icon } from './icon'

/** An error of a group of fields, shown below them. */
export function FormGroupError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="-mt-4 flex gap-1.5 text-negative">
      <Icon name="warn" className="mt-0.5 size-4" />
      <span>{message}</span>
    </p>
  )
}
