import { useEffect, useRef } from 'react'
import { TextField } from '@/components/ui/text-field'

interface ProofProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function useInitialFocus(isFocused = true) {
  const containerRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused)
      containerRef.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [isFocused])
  return containerRef
}

/** Asks for the user's password again before a sensitive action. */
export function CurrentPasswordField({
  email,
  value,
  onChange,
  error,
}: ProofProps & { email: string }) {
  const containerRef = useInitialFocus()
  return (
    <div ref={containerRef}>
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

export function TwoFactorCodeField({
  value,
  onChange,
  error,
  acceptsRecoveryCode,
  isFocused,
}: ProofProps & {
  /** Accepts a recovery code as well. */
  acceptsRecoveryCode: boolean
  /** Whether the field gets the focus when it appears. Default: true. */
  isFocused?: boolean
}) {
  const containerRef = useInitialFocus(isFocused)
  return (
    <div ref={containerRef}>
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        // Recovery codes contain letters, so no numeric keyboard.
        inputMode={acceptsRecoveryCode ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        hint={
          acceptsRecoveryCode
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
