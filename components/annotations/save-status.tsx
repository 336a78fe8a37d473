import { useEffect, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import type { LabellingScreenError, LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { useLabellingScreenContext } from './labelling-screen-context'

/** Quicker saves are not shown, because the label would flicker. */
const quickSaveMs = 400

/** After these errors, nothing is sent until the user or a reviewer acts. */
const unsendableErrors: readonly LabellingScreenError['kind'][] = [
  'signed_out',
  'paused',
  'refused',
]

/** What is written, but not added or saved yet. */
type UnsavedInput = 'note' | 'text' | null

/** Whether the work is saved, and where. */
export function SaveStatus({
  view,
  unsavedInput,
}: {
  view: LabellingScreenView
  unsavedInput: UnsavedInput
}) {
  const { isPractice } = useLabellingScreenContext()
  return (
    <span role="status" className="inline-flex items-center whitespace-nowrap">
      {isPractice ? (
        <StatusLabel icon="saved" label="Practice (not saved)" />
      ) : (
        renderState(view, unsavedInput)
      )}
    </span>
  )
}

function renderState(view: LabellingScreenView, unsavedInput: UnsavedInput): ReactNode {
  const { error, isSaving, pendingFinishes, storedFinishes, unreachedSince, durability } = view
  if (error?.kind === 'lease_lost') return <StatusLabel icon="lock" label="Lease lost" isStrong />
  if (error?.kind === 'conflict') return <StatusLabel icon="warn" label="Not saved" isStrong />
  const isUnsent = isSaving || pendingFinishes > 0 || storedFinishes > 0
  const needsUser = error !== null && unsendableErrors.includes(error.kind)
  if ((isUnsent || needsUser) && durability === 'page')
    return <StatusLabel icon="warn" label="Not saved: keep this page open" isStrong />
  if (needsUser || storedFinishes > 0 || (isUnsent && unreachedSince))
    return <StatusLabel icon="onDevice" label="Saved on this device" isStrong />
  return <SavedStatus isSaving={isUnsent} unsavedInput={unsavedInput} />
}

/** A quick save changes no element, so it takes no layout and is not announced. */
function SavedStatus({
  isSaving,
  unsavedInput,
}: {
  isSaving: boolean
  unsavedInput: UnsavedInput
}) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSaving) return
    const timer = setTimeout(() => setSlow(true), quickSaveMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSaving])
  if (isSaving && isSlow) return <StatusLabel icon="up" label="Saving" />
  if (unsavedInput === 'note')
    return <StatusLabel icon="warn" label="Note not added yet" isStrong />
  if (unsavedInput === 'text') return <StatusLabel icon="warn" label="Unsaved draft" isStrong />
  return <StatusLabel icon="saved" label="Saved" />
}

function StatusLabel({
  icon,
  label,
  isStrong = false,
}: {
  icon: IconName
  label: string
  isStrong?: boolean
}) {
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1.5',
        isStrong && 'font-strong text-ink',
      )}
    >
      <Icon name={icon} />
      <span className="max-desk:sr-only">{label}</span>
    </span>
  )
}
