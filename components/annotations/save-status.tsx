import { useEffect, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import type { LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { useLabellingScreen } from './labelling-screen-context'

/** Quicker saves are not shown, because the label would flicker. */
const quickMs = 400

/** The save state. */
export function SaveStatus({ view }: { view: LabellingScreenView }) {
  const { isPractice } = useLabellingScreen()
  return (
    <span role="status" className="inline-flex items-center whitespace-nowrap">
      {isPractice ? <State icon="saved" label="Practice (not saved)" /> : renderState(view)}
    </span>
  )
}

function renderState(view: LabellingScreenView): ReactNode {
  const { error, isSaving, pendingFinishes, unreachedSince, durability } = view
  if (error?.kind === 'lease_lost') return <State icon="lock" label="Lease lost" isStrong />
  if (error) return <State icon="onDevice" label="Not saved" isStrong />
  const saved = <State icon="saved" label="Saved" />
  if (!isSaving && pendingFinishes === 0) return saved
  if (durability === 'page')
    return <State icon="warn" label="Not saved: keep this page open" isStrong />
  if (unreachedSince) return <State icon="onDevice" label="Saved on this device" isStrong />
  return (
    <Delayed before={saved}>
      <State icon="up" label="Saving" />
    </Delayed>
  )
}

function State({
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

function Delayed({ before, children }: { before: ReactNode; children: ReactNode }) {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), quickMs)
    return () => clearTimeout(timer)
  }, [])
  return hasPassed ? children : before
}
