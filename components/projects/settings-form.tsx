'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { useFormAction, useFormFields } from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionIndex } from '@/components/ui/section-index'
import { callApi } from '@/lib/client/call-api'
import { readErrorsByField } from '@/lib/client/describe-call-error'
import {
  checkQualityFields,
  type QualitySettings,
  type QualityFieldErrors,
  type QualityFields,
  toQualityFields,
} from './check-quality-fields'
import {
  checkSettingsFields,
  type SettingsErrors,
  type SettingsFields,
  toSettingsFields,
} from './check-settings-fields'
import { hasEdits } from './collect-changes'
import type { Project } from './project'
import { QualitySettingsSections, ReviewSettingsSections } from './quality-settings'
import {
  ImportSettingsSection,
  ProjectSettingsSections,
  settingsSections,
} from './settings-sections'

type AllFields = SettingsFields & QualityFields
type AllErrors = SettingsErrors & QualityFieldErrors

const toAllFields = (project: Project, quality: QualitySettings): AllFields => ({
  ...toSettingsFields(project),
  ...toQualityFields(quality),
})

/** Replaces submitted values with the saved ones, and keeps what the user has changed since. */
const mergeSavedFields =
  (submitted: AllFields, saved: Partial<AllFields>) => (current: AllFields) => {
    const names = Object.keys(saved) as (keyof AllFields)[]
    const editedNames = names.filter((name) => current[name] !== submitted[name])
    const edits = Object.fromEntries(editedNames.map((name) => [name, current[name]]))
    return { ...current, ...saved, ...edits }
  }

/** All settings of a project that can be changed, in sections with an index. One button saves them all. */
export function SettingsForm({
  project: initialProject,
  quality: initialQuality,
}: {
  project: Project
  quality: QualitySettings
}) {
  const router = useRouter()
  const action = useFormAction<keyof AllFields>(() => router.refresh())
  const { form, isBusy, outcome, setOutcome, issues: errors, runAction } = action
  const [project, setProject] = useState(initialProject)
  const [quality, setQuality] = useState(initialQuality)
  const { fields, setFields, change } = useFormFields(
    () => toAllFields(initialProject, initialQuality),
    action,
  )
  const projectValidation = checkSettingsFields(project, fields)
  const qualityValidation = checkQualityFields(quality, fields)
  const [isProjectChanged, isQualityChanged] = [projectValidation, qualityValidation].map(
    ({ changes }) => Object.keys(changes).length > 0,
  )
  const isEdited = hasEdits(projectValidation) || hasEdits(qualityValidation)

  /**
   * Sends one request or two. Each saves all its changes or none. The first stays saved if the second
   * is rejected.
   */
  async function saveChanges() {
    if (isQualityChanged) {
      const savedQuality = await callApi('patch /projects/{project}/quality', {
        project: project.slug,
        ...qualityValidation.changes,
      })
      setQuality(savedQuality)
      setFields(mergeSavedFields(fields, toQualityFields(savedQuality)))
    }
    if (!isProjectChanged) return
    const savedProject = await callApi('patch /projects/{project}', {
      project: project.slug,
      ...projectValidation.changes,
    })
    setProject(savedProject)
    setFields(mergeSavedFields(fields, toSettingsFields(savedProject)))
  }

  function save(event: SubmitEvent) {
    event.preventDefault()
    const formErrors = { ...projectValidation.errors, ...qualityValidation.errors }
    if (!isEdited) return setOutcome({ kind: 'success', message: 'No changes to save.' })
    void runAction(
      async () => {
        await saveChanges()
        return 'Saved.'
      },
      { issues: formErrors, readIssues: readFieldIssues },
    )
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="text-strong">
      <div className="grid grid-cols-12 gap-x-6 gap-y-6">
        <div className="col-span-12 wide:col-span-3">
          <SectionIndex label="Sections" sections={settingsSections} />
        </div>
        <div className="col-span-12 wide:col-span-9">
          <ProjectSettingsSections fields={fields} errors={errors} change={change} />
          <QualitySettingsSections
            fields={fields}
            errors={errors}
            change={change}
            gold={quality.gold}
          />
          <ReviewSettingsSections fields={fields} errors={errors} change={change} />
          <ImportSettingsSection fields={fields} errors={errors} change={change} />
        </div>
      </div>
      <div className="sticky bottom-0 flex min-h-13 items-center gap-4 border-t border-rule bg-paper py-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy || !isEdited}>
          Save settings
        </Button>
        <OutcomeNotice outcome={outcome} />
        {!outcome && (
          <span className="text-ui text-ink-2">
            {isBusy ? 'Saving…' : isEdited ? 'Unsaved changes' : 'All changes saved'}
          </span>
        )}
      </div>
    </form>
  )
}

/** Maps an error inside a list to the list's field: `errorTags.3.label` to `errorTags`. */
function readFieldIssues(error: unknown): AllErrors {
  const entries = Object.entries(readErrorsByField(error)).reverse()
  return Object.fromEntries(entries.map(([location, reason]) => [location.split('.')[0]!, reason]))
}
