'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { SectionIndex } from '@/components/ui/section-index'
import { callApi } from '@/lib/client/call-api'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'
import type { updateProjectContract } from '@/lib/projects/contract'
import type { updateQualitySettingsContract } from '@/lib/quality/settings-contract'
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

/** All settings of a project that can be changed, in sections with an index. One button saves them all. */
export function SettingsForm({
  project: initialProject,
  quality: initialQuality,
}: {
  project: Project
  quality: QualitySettings
}) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [project, setProject] = useState(initialProject)
  const [quality, setQuality] = useState(initialQuality)
  const [fields, setFields] = useState(() => fillAll(initialProject, initialQuality))
  const [errors, setErrors] = useState<AllErrors>({})
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [isBusy, setBusy] = useState(false)
  const checked = checkSettingsFields(project, fields)
  const checkedQuality = checkQualityFields(quality, fields)
  const [isChanged, isQualityChanged] = [checked, checkedQuality].map(
    ({ changes }) => Object.keys(changes).length > 0,
  )
  const isAnyChanged = isChanged || isQualityChanged

  function change(changedFields: Partial<AllFields>) {
    setFields((before) => ({ ...before, ...changedFields }))
    setOutcome(null)
    for (const name of Object.keys(changedFields))
      setErrors((before) => ({ ...before, [name]: undefined }))
  }

  function showErrors(newErrors: AllErrors) {
    setErrors(newErrors)
    const first = Object.keys(fields).find((name) => Object.hasOwn(newErrors, name))
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  /**
   * Two requests, each of which saves all or nothing. The first stays saved if the second is
   * rejected.
   */
  async function send() {
    if (isQualityChanged) {
      const savedSettings = await callApi<typeof updateQualitySettingsContract>(
        { method: 'patch', path: '/projects/{project}/quality' },
        { project: project.slug, ...checkedQuality.changes },
      )
      setQuality(savedSettings)
      setFields((before) => ({ ...before, ...toQualityFields(savedSettings) }))
    }
    if (!isChanged) return
    const savedProject = await callApi<typeof updateProjectContract>(
      { method: 'patch', path: '/projects/{project}' },
      { project: project.slug, ...checked.changes },
    )
    setProject(savedProject)
    setFields((before) => ({ ...before, ...toSettingsFields(savedProject) }))
  }

  async function save() {
    if (isBusy) return
    setOutcome(null)
    const formErrors = { ...checked.errors, ...checkedQuality.errors }
    if (Object.keys(formErrors).length > 0) return showErrors(formErrors)
    if (!isAnyChanged) return setOutcome({ kind: 'success', message: 'No changes to save.' })
    setBusy(true)
    try {
      await send()
      setOutcome({ kind: 'success', message: 'Saved.' })
      router.refresh()
    } catch (error) {
      const issues = readFieldIssues(error)
      if (Object.keys(issues).length > 0) showErrors(issues)
      else setOutcome({ kind: 'error', message: describeCallError(error) })
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
      <div className="grid grid-cols-12 gap-x-6 gap-y-6">
        <div className="col-span-12 wide:col-span-3">
          <SectionIndex label="Sections" sections={settingsSections} />
        </div>
        <div className="col-span-12 wide:col-span-9">
          <ProjectSettingsSections {...{ fields, errors, change }} />
          <QualitySettingsSections {...{ fields, errors, change, gold: quality.gold }} />
          <ReviewSettingsSections {...{ fields, errors, change }} />
          <ImportSettingsSection {...{ fields, errors, change }} />
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
