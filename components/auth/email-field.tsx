import type { ComponentProps } from 'react'
import { TextField } from '@/components/ui/text-field'

/** The address of an account, where a person signs in or up. */
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
