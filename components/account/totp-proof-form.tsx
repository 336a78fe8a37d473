'use client'

import { type SubmitEvent, useState } from 'react'
import { findMissingFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { TwoFactorCodeField, CurrentPasswordField } from './proof-fields'

/** Asks for password and code before codes are turned off or new recovery codes are created. */
export function TotpProofForm({
  email,
  purpose,
  onRenewed,
  onEnded,
  onLeave,
}: {
  email: string
  purpose: 'renew' | 'end'
  onRenewed: (recoveryCodes: readonly string[]) => void
  onEnded: () => void
  onLeave: () => void
}) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { form, isBusy, outcome, issues, runAction } = useFormAction()

  async function send() {
    const proof = { password, code }
    if (purpose === 'end') {
      await callApi('post /account/totp/end', proof)
      return onEnded()
    }
    const { recoveryCodes } = await callApi('post /account/totp/recovery-codes', proof)
    onRenewed(recoveryCodes)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = findMissingFields({
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
        isRecoveryToo
        isFocused={false}
      />
      <div>
        <div className="flex items-center gap-4">
          <Button type="submit" aria-disabled={isBusy}>
            {purpose === 'end' ? 'Turn off codes' : 'Create recovery codes'}
          </Button>
          <LinkButton onClick={onLeave}>Cancel</LinkButton>
        </div>
        <OutcomeNotice outcome={outcome} className="pt-4" />
      </div>
    </form>
  )
}
