import { Icon } from './icon'

/** An error of a group of fields, shown below them. With `id`, the group can name it as its description. */
export function FormGroupError({ id, message }: { id?: string; message: string | undefined }) {
  if (!message) return null
  return (
    <p id={id} className="-mt-4 flex gap-1.5 text-negative">
      <Icon name="warn" className="mt-0.5 size-4" />
      <span>{message}</span>
    </p>
  )
}
