'use client'

import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
} from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { LoadingBar } from '@/components/ui/loading-bar'
import { usePreload } from '@/components/ui/use-preload'
import type { AnnotationSettings } from '@/lib/annotations/annotation-settings'
import type { Keymap } from '@/lib/auth/keymap'
import {
  canReopenSubmission,
  canSkipSolution,
  isSubmissionBlocked,
} from '@/lib/client/labelling-screen-view'
import type { Flow } from '@/lib/projects/settings'
import { AnnotationErrorNotice } from './annotation-error-notice'
import { AnnotationHeader } from './annotation-header'
import { AnnotationWorkspace, preloadWorkspace } from './annotation-workspace'
import { LabellingScreenContext } from './labelling-screen-context'
import { loadShortcutList } from './lazy-shortcut-list'
import { loadNoWorkView, NoWorkScreen } from './no-work-screen'
import type { NoteFormKind } from './note-forms'
import { LabellingStatus } from './screen-reader-status'
import { useAnnotationController } from './use-annotation-controller'
import { useFocusMainAfterUnmount } from './use-focus-main-after-unmount'

const loadExplainedGoldNotice = () => import('./explained-gold-notice')
/** Only projects that explain gold load it. If that fails, the explanations come when the page opens again. */
const LazyExplainedGoldNotice = lazy<ComponentType<{ doneToday: number }>>(async () => ({
  default: await loadExplainedGoldNotice().then(
    ({ ExplainedGoldNotice }) => ExplainedGoldNotice,
    () => () => null,
  ),
}))

/** The open form; null if it was closed. */
interface FormOfLease {
  lease: string
  form: NoteFormKind | null
}

interface AnnotationScreenProps {
  project: AnnotationSettings & {
    slug: string
    name: string
    flow: Flow
    guidelineVersion: number
    explainsGold: boolean
  }
  person: { userId: string; name: string; email: string }
  keymap: Keymap
  doneToday: number
}

/** The labelling screen. All its data comes from the API. */
export function AnnotationScreen({ project, person, keymap, doneToday }: AnnotationScreenProps) {
  const { controller, view } = useAnnotationController(project.slug, person.userId, doneToday)
  const [formOfLease, setFormOfLease] = useState<FormOfLease | null>(null)
  const contextValue = useMemo(
    () => ({
      project: project.slug,
      confirmedGuidelineVersion: project.guidelineVersion,
      keymap,
      isPractice: false,
    }),
    [project, keymap],
  )
  const lease = view?.work?.lease
  // A reopened solution opens with the form that had ended it.
  const activeForm =
    formOfLease && formOfLease.lease === lease ? formOfLease.form : (view?.earlyEnd?.reason ?? null)

  const screening = view?.work?.screening ?? null
  const canSkip = canSkipSolution(view?.work ?? null)
  const setActiveForm = useCallback(
    (nextForm: NoteFormKind | null) => {
      if (nextForm === 'skip' && !canSkip) return
      setFormOfLease(lease === undefined ? null : { lease, form: nextForm })
    },
    [lease, canSkip],
  )
  const reopen = useCallback(() => void controller?.undo('pointer'), [controller])
  usePreload(loadNoWorkView)
  usePreload(loadShortcutList)
  useEffect(() => {
    // While the first solution is on its way. `lazy` tries again if it fails.
    preloadWorkspace(project).catch(() => undefined)
  }, [project])
  const hasSolution = Boolean(view?.work)
  useShortcuts(hasSolution ? {} : { [keymap.undo]: () => void controller?.undo('key') })

  return (
    <LabellingScreenContext value={contextValue}>
      {view?.stage !== 'none_left' && <h1 className="sr-only">Label: {project.name}</h1>}
      <AnnotationHeader
        project={project}
        person={person}
        doneToday={view?.doneToday ?? doneToday}
        screening={screening}
        canSkip={canSkip}
        receipt={view?.receipt ?? null}
        receiptState={view?.receiptState ?? null}
        isReceiptOfSkip={view?.isReceiptOfSkip ?? false}
        canEndEarly={view?.stage === 'work' && !isSubmissionBlocked(view.work, view.error)}
        canReopen={view !== null && canReopenSubmission(view)}
        onOpenForm={setActiveForm}
        onReopen={reopen}
      />
      <LabellingStatus view={view} />
      {project.explainsGold && (
        <Suspense>
          <LazyExplainedGoldNotice doneToday={view?.doneToday ?? doneToday} />
        </Suspense>
      )}
      {controller && view?.work && view.state ? (
        // Until its code is there, it is not mounted, so no key rates a step that is not visible.
        <Suspense fallback={<LoadingSolution isOffline={false} />}>
          <AnnotationWorkspace
            key={view.work.lease}
            controller={controller}
            view={view}
            work={view.work}
            state={view.state}
            activeForm={activeForm}
            onFormChange={setActiveForm}
          />
        </Suspense>
      ) : (
        <>
          {controller && view?.stage === 'none_left' ? (
            <NoWorkScreen view={view} controller={controller} />
          ) : (
            <LoadingSolution isOffline={view !== null && view.unreachedSince !== null} />
          )}
          {controller && view && <AnnotationErrorNotice controller={controller} view={view} />}
        </>
      )}
    </LabellingScreenContext>
  )
}

function LoadingSolution({ isOffline }: { isOffline: boolean }) {
  useFocusMainAfterUnmount()
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <LoadingBar label="Loading the next solution" />
      {isOffline && (
        <p className="px-6 py-24 text-center text-ink-2">
          No connection to the server. The next solution loads when it is back.
        </p>
      )}
    </main>
  )
}
