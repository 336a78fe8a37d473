import { TextField } from '@/components/ui/text-field'
import { passwordRequirements } from './check-new-account'

/** For an account that a password manager stores. */
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
