import type { ComponentProps } from 'react'
import { TextField } from '@/components/ui/text-field'

/** The email address of an account, in the forms to sign in and to create an account. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}
