import type { ReactNode } from 'react'
import { Icon } from './icon'

interface FieldErrorProps {
  /** The control or group can name it as its description. */
  id?: string | undefined
  message: ReactNode
  className?: string
}

/** An error below a field. */
export function FieldError({ id, message, className = '' }: FieldErrorProps) {
  if (!message) return null
  return (
    <p id={id} className={`flex gap-1.5 text-negative ${className}`}>
      <Icon name="warn" className="mt-0.5 size-4" />
      <span>{message}</span>
    </p>
  )
}

/** An error below a group of fields. */
export function FormGroupError(props: Omit<FieldErrorProps, 'className'>) {
  return <FieldError {...props} className="-mt-4" />
}
