import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes'
import { joinClasses } from './join-classes'

export function TextInput({ className, ...inputProps }: ComponentProps<'input'>) {
  return (
    <input className={joinClasses(controlClasses, 'h-9 text-strong', className)} {...inputProps} />
  )
}
