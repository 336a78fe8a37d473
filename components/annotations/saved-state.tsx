import { useEffect, useState, type ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { Icon, type IconName } from '@/components/ui/icon'
import type { WorkView } from '@/lib/client/work-view'
import { useSheet } from './sheet-context'

/** A save that is quicker than this is not worth a word: it would flicker with every key. */
const quickMs = 400

/** Whether everything is on the server, in words. */
export function SavedState({ view }: { view: WorkView }) {
  const { isPractice } = useSheet()
  return (
    <span role="status" className="inline-flex items-center whitespace-nowrap">
      {isPractice ? <State icon="saved" words="Practice, not kept" /> : drawState(view)}
    </span>
  )
}

function drawState(view: WorkView): ReactNode {
  const { trouble, isSaving, underWay, unreachedSince, keeps } = view
  if (trouble?.kind === 'lease_lost') return <State icon="lock" words="Lease lost" isStrong />
  if (trouble) return <State icon="kept" words="Not saved" isStrong />
  const saved = <State icon="saved" words="Saved" />
  if (!isSaving && underWay === 0) return saved
  if (keeps === 'page')
    return <State icon="warn" words="Not saved yet: leave the page open" isStrong />
  if (unreachedSince) return <State icon="kept" words="Kept on this device" isStrong />
  return (
    <Later before={saved}>
      <State icon="up" words="Saving" />
    </Later>
  )
}

function State({
  icon,
  words,
  isStrong = false,
}: {
  icon: IconName
  words: string
  isStrong?: boolean
}) {
  return (
    <span
      className={classes('inline-flex items-center gap-1.5', isStrong && 'font-strong text-ink')}
    >
      <Icon name={icon} />
      <span className="max-desk:sr-only">{words}</span>
    </span>
  )
}

function Later({ before, children }: { before: ReactNode; children: ReactNode }) {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), quickMs)
    return () => clearTimeout(timer)
  }, [])
  return isLater ? children : before
}
