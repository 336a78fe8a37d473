'use client'

import { useRouter } from 'next/navigation'
import type { SubmitEvent } from 'react'
import {
  bindChoiceList,
  bindTextField,
  useFormAction,
  useFormFields,
} from '@/components/shell/use-form-action'
import { Button, ButtonLink } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
import { readErrorsByField } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'
import { makeProjectSlug } from '@/lib/projects/slug'
import { checkNewProject, type NewProjectFields } from './check-new-project'
import {
  flowChoices,
  leaseHint,
  templateChoices,
  referenceAnswerVisibilityChoices,
} from './setting-choices'

const initialFields: NewProjectFields = {
  name: '',
  slug: null,
  template: 'mathematics',
  flow: 'solution',
  overlap: '1',
  leaseMinutes: '30',
  showsAnswer: 'yes',
}

export function NewProjectForm() {
  const router = useRouter()
  const action = useFormAction()
  const { form, isBusy, outcome, issues, runAction } = action
  const { fields, change } = useFormFields<NewProjectFields>(initialFields, action)
  const slug = fields.slug ?? (fields.name.trim() === '' ? '' : makeProjectSlug(fields.name))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const validation = checkNewProject({ ...fields, slug })
    void runAction(
      async () => {
        if (!validation.ok) return
        const project = await callApi('post /projects', validation.input)
        router.push(`/projects/${project.slug}`)
      },
      {
        issues: validation.ok ? {} : validation.errors,
        readIssues: readProjectIssues,
        isFinal: true,
      },
    )
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid max-w-form gap-5 text-strong">
      <TextField
        label="Name"
        {...bindTextField({ fields, errors: issues, change }, 'name')}
        autoComplete="off"
      />
      <TextField
        label="Slug"
        name="slug"
        value={slug}
        onChange={(event) => change({ slug: event.target.value })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Used in URLs and commands. Lowercase letters, digits and hyphens."
        error={issues.slug}
      />
      <TemplateAndFlowFields fields={fields} change={change} />
      <TextField
        label="Annotators per solution"
        {...bindTextField({ fields, errors: issues, change }, 'overlap')}
        inputMode="numeric"
        hint="1 to 10. Agreement is measured where there are at least 2."
      />
      <TextField
        label="Lease (minutes)"
        {...bindTextField({ fields, errors: issues, change }, 'leaseMinutes')}
        inputMode="numeric"
        hint={leaseHint}
      />
      <ChoiceList
        legend="Reference answer"
        {...bindChoiceList({ fields, change }, 'showsAnswer')}
        choices={referenceAnswerVisibilityChoices}
      />
      <div>
        <OutcomeNotice className="pb-4" outcome={outcome} />
        <div className="flex gap-2">
          <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy}>
            Create project
          </Button>
          <ButtonLink href="/">Cancel</ButtonLink>
        </div>
      </div>
    </form>
  )
}

function readProjectIssues(error: unknown) {
  const issues = readErrorsByField(error)
  if (issues.slug && error instanceof AppError && error.code === 'conflict')
    issues.slug = 'Another project has this slug. Choose a different one.'
  return issues
}

function TemplateAndFlowFields({
  fields,
  change,
}: {
  fields: NewProjectFields
  change: (changedFields: Partial<NewProjectFields>) => void
}) {
  return (
    <>
      <ChoiceList
        legend="Template"
        {...bindChoiceList({ fields, change }, 'template')}
        choices={templateChoices}
      />
      <p className="-mt-3 text-caption text-ink-3">
        The template sets step splitting, answer grading, error types and the first guideline. You
        can change them later.
      </p>
      <ChoiceList
        legend="Flow"
        {...bindChoiceList({ fields, change }, 'flow')}
        choices={flowChoices}
      />
    </>
  )
}
