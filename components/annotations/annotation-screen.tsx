'use client'

import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { WaitLine } from '@/components/ui/wait-line'
import type { Keymap } from '@/lib/auth/keys'
import type { Asked } from './asked'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import { canReopen, stopsWork, type WorkView } from '@/lib/client/work-view'
import { ExplainedStrip } from './explained-strip'
import { AnnotationHead } from './annotation-head'
import { NothingLeft } from './nothing-left'
import { SheetContext, useSheet } from './sheet-context'
import { TroubleStrip } from './trouble-strip'
import { useExplainedGold } from './use-explained-gold'
import { useAnnotationWork } from './use-annotation-work'
import { WorkSheet } from './work-sheet'

const ScreeningRoom = lazy(async () => ({
  default: (await import('@/components/screening/screening-room')).ScreeningRoom,
}))

interface AnnotationScreenProps {
  project: { slug: string; name: string; guidelineVersion: number; explainsGold: boolean }
  person: { userId: string; name: string; email: string }
  keymap: Keymap
  doneToday: number
}

/** The labelling screen: running head, the work, foot bar. Everything it knows comes over the API. */
export function AnnotationScreen({ project, person, keymap, doneToday }: AnnotationScreenProps) {
  const { annotation, view } = useAnnotationWork(project.slug, person.userId, doneToday)
  const { explained, onRead } = useExplainedGold(project, view?.doneToday ?? doneToday)
  const [askedAt, setAskedAt] = useState<{ lease: string; asked: Asked } | null>(null)
  const sheet = useMemo(
    () => ({
      project: project.slug,
      guidelineRead: project.guidelineVersion,
      keymap,
      isPractice: false,
    }),
    [project, keymap],
  )
  const lease = view?.work?.lease
  const asked = askedAt && askedAt.lease === lease ? askedAt.asked : null

  const screening = view?.work?.screening ?? null
  const isScreening = screening !== null
  const ask = useCallback(
    (wanted: Asked | null) => {
      if (wanted === 'skip' && isScreening) return
      setAskedAt(wanted && lease !== undefined ? { lease, asked: wanted } : null)
    },
    [lease, isScreening],
  )
  const reopen = useCallback(() => void annotation?.undo('pointer'), [annotation])

  return (
    <SheetContext value={sheet}>
      {view?.stage !== 'none_left' && <h1 className="sr-only">Label: {project.name}</h1>}
      <AnnotationHead
        project={project}
        person={person}
        doneToday={view?.doneToday ?? doneToday}
        screening={screening}
        receipt={view?.receipt ?? null}
        isReceiptKept={view !== null && view.unreachedSince !== null && view.underWay > 0}
        canEnd={view?.stage === 'work' && !stopsWork(view.trouble)}
        canReopen={view !== null && canReopen(view)}
        onAsk={ask}
        onReopen={reopen}
      />
      <ExplainedStrip explained={explained} onRead={onRead} />
      {annotation && view?.work && view.state ? (
        <WorkSheet
          key={view.work.lease}
          annotation={annotation}
          view={view}
          work={view.work}
          state={view.state}
          asked={asked}
          onAsk={ask}
        />
      ) : (
        <>
          {view?.stage === 'none_left' ? (
            <NothingServed
              view={view}
              annotation={annotation}
              onReopen={() => void annotation?.undo('key')}
            />
          ) : (
            <Fetching isUnreached={view !== null && view.unreachedSince !== null} />
          )}
          {annotation && view && <TroubleStrip annotation={annotation} view={view} />}
        </>
      )}
    </SheetContext>
  )
}

function NothingServed({
  view,
  annotation,
  onReopen,
}: {
  view: WorkView
  annotation: AnnotationWork | null
  onReopen: () => void
}) {
  const { project } = useSheet()
  const { noneLeft } = view
  if (noneLeft?.kind !== 'screening_due' || !annotation)
    return <NothingLeft view={view} project={project} onReopen={onReopen} />
  return (
    <Suspense fallback={<Fetching isUnreached={false} />}>
      <ScreeningRoom annotation={annotation} state={noneLeft.state} items={noneLeft.items} />
    </Suspense>
  )
}

function Fetching({ isUnreached }: { isUnreached: boolean }) {
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <WaitLine label="Fetching the next solution" />
      {isUnreached && (
        <p className="px-6 py-24 text-center text-ink-2">
          The next solution comes when the connection is back. What you did is kept.
        </p>
      )}
    </main>
  )
}
