import { TextField } from '@/components/ui/text-field'
import { passwordRequirements } from './check-new-account'

/** A new password, marked so that password managers can generate and store it. */
export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      hint={passwordRequirements}
      error={error}
    />
  )
}
