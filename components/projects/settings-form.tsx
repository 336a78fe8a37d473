'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { AreaField, Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import type { updateProjectContract } from '@/lib/projects/contract'
import type { updateQualitySettingsContract } from '@/lib/quality/settings-contract'
import { Check } from './check'
import {
  checkQuality,
  fillQuality,
  type Quality,
  type QualityErrors,
  type QualityFields,
} from './check-quality'
import {
  checkSettings,
  fillSettings,
  type SettingsErrors,
  type SettingsFields,
} from './check-settings'
import type { Project } from './project'
import { QualityPart } from './quality-part'
import {
  graderChoices,
  hidesLabelersChoices,
  showsAnswerChoices,
  splittingChoices,
} from './setting-words'

type AllFields = SettingsFields & QualityFields
type AllErrors = SettingsErrors & QualityErrors

const fillAll = (project: Project, quality: Quality): AllFields => ({
  ...fillSettings(project),
  ...fillQuality(quality),
})

interface FieldsProps {
  fields: SettingsFields
  errors: SettingsErrors
  change: (changed: Partial<SettingsFields>) => void
}

/** Everything about a project that can be changed once it is there, and what each change touches. */
export function SettingsForm({
  project: givenProject,
  quality: givenQuality,
}: {
  project: Project
  quality: Quality
}) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [project, setProject] = useState(givenProject)
  const [quality, setQuality] = useState(givenQuality)
  const [fields, setFields] = useState(() => fillAll(givenProject, givenQuality))
  const [errors, setErrors] = useState<AllErrors>({})
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)
  const checked = checkSettings(project, fields)
  const measured = checkQuality(quality, fields)
  const [isChanged, isMeasureChanged] = [checked, measured].map(
    ({ changes }) => Object.keys(changes).length > 0,
  )
  const isAnyChanged = isChanged || isMeasureChanged

  function change(changed: Partial<AllFields>) {
    setFields((before) => ({ ...before, ...changed }))
    setOutcome(null)
    for (const name of Object.keys(changed))
      setErrors((before) => ({ ...before, [name]: undefined }))
  }

  function refuse(found: AllErrors) {
    setErrors(found)
    const first = Object.keys(fields).find((name) => Object.hasOwn(found, name))
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  /** Two calls, each all or nothing: what was taken counts as saved, should the other be refused. */
  async function send() {
    if (isMeasureChanged) {
      const saved = await call<typeof updateQualitySettingsContract>(
        { method: 'patch', path: '/projects/{project}/quality' },
        { project: project.slug, ...measured.changes },
      )
      setQuality(saved)
      setFields((before) => ({ ...before, ...fillQuality(saved) }))
    }
    if (!isChanged) return
    const saved = await call<typeof updateProjectContract>(
      { method: 'patch', path: '/projects/{project}' },
      { project: project.slug, ...checked.changes },
    )
    setProject(saved)
    setFields((before) => ({ ...before, ...fillSettings(saved) }))
  }

  async function save() {
    if (isBusy) return
    setOutcome(null)
    const found = { ...checked.errors, ...measured.errors }
    if (Object.keys(found).length > 0) return refuse(found)
    if (!isAnyChanged) return setOutcome({ kind: 'done', words: 'Nothing is different.' })
    setBusy(true)
    try {
      await send()
      setOutcome({ kind: 'done', words: 'Saved.' })
      router.refresh()
    } catch (error) {
      const issues = readFieldIssues(error)
      if (Object.keys(issues).length > 0) refuse(issues)
      else setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="text-strong"
    >
      <AnnotationSettings {...{ fields, errors, change }} />
      <QueueSettings {...{ fields, errors, change }} />
      <ReviewSettings {...{ fields, errors, change }} />
      <QualityPart {...{ fields, errors, change, gold: quality.gold }} />
      <ImportSettings {...{ fields, errors, change }} />
      <div className="sticky bottom-0 flex min-h-13 items-center gap-4 border-t border-rule bg-paper py-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy || !isAnyChanged}>
          Save
        </Button>
        <Outcome outcome={outcome} />
        {!outcome && (
          <span className="text-ui text-ink-2">
            {isBusy ? 'Saving' : isAnyChanged ? 'Not saved yet.' : 'All is saved.'}
          </span>
        )}
      </div>
    </form>
  )
}

function AnnotationSettings({ fields, errors, change }: FieldsProps) {
  return (
    <FormGroup title="Annotation" words="For every solution that is opened from now on.">
      <Field
        label="Name"
        name="name"
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
        autoComplete="off"
        error={errors.name}
      />
      <ChoiceList
        legend="Reference answer"
        name="showsAnswer"
        value={fields.showsAnswer}
        onChange={(showsAnswer) => change({ showsAnswer })}
        choices={showsAnswerChoices}
      />
      <fieldset>
        <legend className="pb-1 font-label">At the first error, ask</legend>
        <Check
          label="what the mistake is"
          hint="An explanation is chosen, or written in a sentence or two."
          checked={fields.asksExplanation}
          onChange={(asksExplanation) => change({ asksExplanation })}
        />
        <Check
          label="how far the solution had come"
          hint="None, some or most of the way."
          checked={fields.asksProgress}
          onChange={(asksProgress) => change({ asksProgress })}
        />
      </fieldset>
      <AreaField
        label="Kinds of error"
        name="errorTags"
        value={fields.errorTags}
        onChange={(event) => change({ errorTags: event.target.value })}
        rows={10}
        spellCheck={false}
        className="font-mono! text-caption/5!"
        hint="One a line: a tag for the data, a colon, words for people. None: nobody is asked. Labels keep a tag that is taken out here."
        error={errors.errorTags}
      />
    </FormGroup>
  )
}

function QueueSettings({ fields, errors, change }: FieldsProps) {
  return (
    <FormGroup title="Queue" words="How solutions are handed out.">
      <Field
        label="People who label each solution"
        name="overlap"
        inputMode="numeric"
        value={fields.overlap}
        onChange={(event) => change({ overlap: event.target.value })}
        hint="1 to 10, for solutions that come into the queue from now on. Those in it keep theirs."
        error={errors.overlap}
      />
      <Field
        label="Minutes that a solution is held"
        name="leaseMinutes"
        inputMode="numeric"
        value={fields.leaseMinutes}
        onChange={(event) => change({ leaseMinutes: event.target.value })}
        hint="1 to 1,440. Who is at work keeps it; who has left gives it back after this long."
        error={errors.leaseMinutes}
      />
    </FormGroup>
  )
}

function ReviewSettings({ fields, change }: FieldsProps) {
  return (
    <FormGroup title="Review" words="From now on, also for what is labelled already.">
      <ChoiceList
        legend="Who labelled what, where annotations part"
        name="hidesLabelers"
        value={fields.hidesLabelers}
        onChange={(hidesLabelers) => change({ hidesLabelers })}
        choices={hidesLabelersChoices}
      />
    </FormGroup>
  )
}

function ImportSettings({ fields, change }: FieldsProps) {
  return (
    <FormGroup
      title="Imports"
      words="For files that come in from now on. What is there stays as it is."
    >
      <ChoiceList
        legend="Texts are cut into steps"
        name="splitting"
        value={fields.splitting}
        onChange={(splitting) => change({ splitting })}
        choices={splittingChoices}
      />
      <ChoiceList
        legend="Final answers are compared"
        name="graderMode"
        value={fields.graderMode}
        onChange={(graderMode) => change({ graderMode })}
        choices={graderChoices}
      />
    </FormGroup>
  )
}

/** A place inside a list is told at the list: `errorTags.3.words`. */
function readFieldIssues(error: unknown): AllErrors {
  const entries = Object.entries(readIssues(error)).reverse()
  return Object.fromEntries(entries.map(([place, words]) => [place.split('.')[0]!, words]))
}
