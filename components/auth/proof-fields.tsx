import { useEffect, useRef } from 'react'
import { TextField } from '@/components/ui/text-field'

interface ProofProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Focused, because it has just appeared where the user is. */
  isFocused?: boolean
}

function useFocusAtFirst(isFocused: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) box.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [isFocused])
  return box
}

/** Asks for the user's password again before a sensitive action. */
export function CurrentPasswordField({
  email,
  value,
  onChange,
  error,
  isFocused = true,
}: ProofProps & { email: string }) {
  const box = useFocusAtFirst(isFocused)
  return (
    <div ref={box}>
      {/* Tells password managers which account this is. */}
      <input hidden readOnly name="email" autoComplete="username" value={email} />
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    </div>
  )
}

/** `isRecoveryToo`: a recovery code is accepted too. */
export function TwoFactorCodeField({
  value,
  onChange,
  error,
  isRecoveryToo,
  isFocused = true,
}: ProofProps & { isRecoveryToo: boolean }) {
  const box = useFocusAtFirst(isFocused)
  return (
    <div ref={box}>
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        // Recovery codes contain letters, so no numeric keyboard.
        inputMode={isRecoveryToo ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        hint={
          isRecoveryToo
            ? 'Six digits from your app, or a recovery code.'
            : 'Six digits from your app.'
        }
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    </div>
  )
}
