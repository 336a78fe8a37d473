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
  type QualityErrors,
  type QualityFields,
  toQualityFields,
} from './check-quality-fields'
import {
  checkSettingsFields,
  type SettingsErrors,
  type SettingsFields,
  toSettingsFields,
} from './check-settings-fields'
import type { Project } from './project'
import { QualitySettingsSections, ReviewSettingsSections } from './quality-settings'
import {
  ImportSettingsSection,
  ProjectSettingsSections,
  settingsSections,
} from './settings-sections'

type AllFields = SettingsFields & QualityFields
type AllErrors = SettingsErrors & QualityErrors

const fillAll = (project: Project, quality: QualitySettings): AllFields => ({
  ...toSettingsFields(project),
  ...toQualityFields(quality),
})

/** Replaces the values that were sent by the saved ones, and keeps what the user has changed since. */
const takeSaved = (sent: AllFields, saved: Partial<AllFields>) => (current: AllFields) => {
  const names = Object.keys(saved) as (keyof AllFields)[]
  const changed = names.filter((name) => current[name] !== sent[name])
  const edits = Object.fromEntries(changed.map((name) => [name, current[name]]))
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
    () => fillAll(initialProject, initialQuality),
    action,
  )
  const checked = checkSettingsFields(project, fields)
  const checkedQuality = checkQualityFields(quality, fields)
  const [isChanged, isQualityChanged] = [checked, checkedQuality].map(
    ({ changes }) => Object.keys(changes).length > 0,
  )
  const isAnyChanged = isChanged || isQualityChanged

  /**
   * Two requests, each of which saves all or nothing. The first stays saved if the second is
   * rejected.
   */
  async function send() {
    if (isQualityChanged) {
      const savedSettings = await callApi('patch /projects/{project}/quality', {
        project: project.slug,
        ...checkedQuality.changes,
      })
      setQuality(savedSettings)
      setFields(takeSaved(fields, toQualityFields(savedSettings)))
    }
    if (!isChanged) return
    const savedProject = await callApi('patch /projects/{project}', {
      project: project.slug,
      ...checked.changes,
    })
    setProject(savedProject)
    setFields(takeSaved(fields, toSettingsFields(savedProject)))
  }

  function save(event: SubmitEvent) {
    event.preventDefault()
    const formErrors = { ...checked.errors, ...checkedQuality.errors }
    if (!isAnyChanged && Object.keys(formErrors).length === 0)
      return setOutcome({ kind: 'success', message: 'No changes to save.' })
    void runAction(
      async () => {
        await send()
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
        <Button type="submit" tone="primary" aria-disabled={isBusy || !isAnyChanged}>
          Save settings
        </Button>
        <OutcomeNotice outcome={outcome} />
        {!outcome && (
          <span className="text-ui text-ink-2">
            {isBusy ? 'Saving…' : isAnyChanged ? 'Unsaved changes' : 'All changes saved'}
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
