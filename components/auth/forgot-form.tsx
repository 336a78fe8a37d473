'use client'

import type { SubmitEvent } from 'react'
import { useFormAction } from '@/components/shell/use-form-action'
import { callApi } from '@/lib/client/call-api'
import { EmailField } from './email-field'
import { FormSubmitFooter } from './form-submit-footer'
import { readFormText } from './read-form-text'

/** Requests a password link by mail. The result looks the same for every address. */
export function ForgotForm() {
  const { form, isBusy, outcome, issues, runAction } = useFormAction(undefined, {
    isGuarded: false,
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = readFormText(new FormData(event.currentTarget), 'email').trim()
    void runAction(
      async () => {
        await callApi('post /password-resets', { email })
        return `If ${email} has an account, we sent a link. It works once, for one hour.`
      },
      { issues: email.includes('@') ? {} : { email: 'Enter your email address.' } },
    )
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      <p>We’ll email you a link to set a new password.</p>
      <EmailField error={issues.email} />
      <FormSubmitFooter outcome={outcome} isBusy={isBusy}>
        Send link
      </FormSubmitFooter>
    </form>
  )
}
