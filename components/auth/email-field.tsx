import type { ComponentProps } from 'react'
import { TextField } from '@/components/ui/text-field'

/** The email address of an account: to sign in, to create an account, or to request a password link. */
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
