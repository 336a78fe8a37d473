'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { FormFooter } from '@/components/ui/form-footer'
import { SectionHeader } from '@/components/ui/section-header'
import { TextAreaField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
import { pauseMessageMaxLength } from '@/lib/people/pause-limits'

/** Pauses an annotator, with a message to them. */
export function PauseAnnotatorPanel({
  slug,
  user,
  name,
}: {
  slug: string
  user: string
  name: string
}) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const { form, isBusy, outcome, issues, setIssues, runAction } = useFormAction(() =>
    router.refresh(),
  )

  function pause(event: SubmitEvent) {
    event.preventDefault()
    void runAction(
      async () => {
        await callApi('post /projects/{project}/people/{user}/pause', {
          project: slug,
          user,
          message,
        })
        // This form disappears, and the review of the pause appears at the top.
        scrollTo({ top: 0 })
        document.getElementById('main')?.focus({ preventScroll: true })
      },
      { issues: checkRequiredFields({ message: [message, 'Enter a message.'] }), isFinal: true },
    )
  }

  return (
    <section aria-labelledby="pause">
      <SectionHeader id="pause" title={`Pause ${name}`} />
      <form ref={form} noValidate onSubmit={pause} className="grid gap-3 border-t border-ink pt-3">
        <TextAreaField
          label={`Message to ${name}`}
          name="message"
          hint="While paused, they get no work. The pause lasts until a reviewer or admin ends it on this page."
          value={message}
          maxLength={pauseMessageMaxLength}
          error={issues.message}
          onChange={(event) => {
            setMessage(event.target.value)
            setIssues({})
          }}
        />
        <FormFooter submitLabel="Pause" isBusy={isBusy} outcome={outcome} />
      </form>
    </section>
  )
}
