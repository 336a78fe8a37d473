'use client'

import { type SubmitEvent, useState } from 'react'
import { TwoFactorCodeField, CurrentPasswordField } from '@/components/auth/proof-fields'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { FormFooter } from '@/components/ui/form-footer'
import { LinkButton } from '@/components/ui/link-button'
import { TextField } from '@/components/ui/text-field'
import type { startTotpContract } from '@/lib/auth/totp-contract'
import { callApi } from '@/lib/client/call-api'
import type { ReplyOf } from '@/lib/platform/contract'

type TotpSetup = ReplyOf<typeof startTotpContract>

/** Asks for the password, then shows the QR code and asks for a first code. */
export function TotpSetupForm({
  email,
  onTurnedOn,
  onCancel,
}: {
  email: string
  onTurnedOn: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}) {
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  const [text, setText] = useState('')
  const { form, isBusy, outcome, issues, runAction } = useFormAction()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (setup) {
      void runAction(
        async () => {
          const { recoveryCodes } = await callApi('post /account/totp/confirmation', { code: text })
          onTurnedOn(recoveryCodes)
        },
        { issues: checkRequiredFields({ code: [text, 'Enter the six digits from your app.'] }) },
      )
      return
    }
    void runAction(
      async () => {
        setSetup(await callApi('post /account/totp', { password: text }))
        setText('')
      },
      { issues: checkRequiredFields({ password: [text, 'Enter your password.'] }) },
    )
  }

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid gap-4">
      {setup ? (
        <>
          <Secret {...setup} />
          <TwoFactorCodeField
            value={text}
            onChange={setText}
            error={issues.code}
            acceptsRecoveryCode={false}
          />
        </>
      ) : (
        <CurrentPasswordField
          email={email}
          value={text}
          onChange={setText}
          error={issues.password}
        />
      )}
      <FormFooter
        submitLabel={setup ? 'Turn on codes' : 'Continue'}
        tone={setup ? 'primary' : 'plain'}
        isBusy={isBusy}
        outcome={outcome}
      >
        <LinkButton onClick={onCancel}>Cancel</LinkButton>
      </FormFooter>
    </form>
  )
}

function Secret({ secret, picture: { size, path } }: TotpSetup) {
  return (
    <div className="grid gap-4">
      <p>Scan this QR code with your authenticator app.</p>
      {/* Black on white in both themes, because scanners need it. */}
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-52"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <TextField
        label="Or enter this secret"
        readOnly
        spellCheck={false}
        value={secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
        className="font-mono text-ui"
        onFocus={(event) => event.target.select()}
      />
    </div>
  )
}
