'use client'

import { type SubmitEvent, useState } from 'react'
import { TwoFactorCodeField, CurrentPasswordField } from '@/components/auth/proof-fields'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { FormFooter } from '@/components/ui/form-footer'
import { LinkButton } from '@/components/ui/link-button'
import { callApi } from '@/lib/client/call-api'

/** Asks for password and code before codes are turned off or new recovery codes are created. */
export function TotpProofForm({
  email,
  purpose,
  onRenewed,
  onTurnedOff,
  onCancel,
}: {
  email: string
  purpose: 'renew' | 'end'
  onRenewed: (recoveryCodes: readonly string[]) => void
  onTurnedOff: () => void
  onCancel: () => void
}) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { form, isBusy, outcome, issues, runAction } = useFormAction()

  async function send() {
    const proof = { password, code }
    if (purpose === 'end') {
      await callApi('post /account/totp/end', proof)
      return onTurnedOff()
    }
    const { recoveryCodes } = await callApi('post /account/totp/recovery-codes', proof)
    onRenewed(recoveryCodes)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = checkRequiredFields({
      password: [password, 'Enter your password.'],
      code: [code, 'Enter a code.'],
    })
    void runAction(send, { issues: missing })
  }

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid gap-4">
      <CurrentPasswordField
        email={email}
        value={password}
        onChange={setPassword}
        error={issues.password}
      />
      <TwoFactorCodeField
        value={code}
        onChange={setCode}
        error={issues.code}
        acceptsRecoveryCode
        isFocused={false}
      />
      <FormFooter
        submitLabel={purpose === 'end' ? 'Turn off codes' : 'Create recovery codes'}
        isBusy={isBusy}
        outcome={outcome}
      >
        <LinkButton onClick={onCancel}>Cancel</LinkButton>
      </FormFooter>
    </form>
  )
}
