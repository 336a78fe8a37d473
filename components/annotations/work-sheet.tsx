import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Work } from '@/lib/client/call-work'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import type { WorkView } from '@/lib/client/work-view'
import { isSameTarget, listTargets, type Target } from '@/lib/annotations/targets'
import type { WorkEvent, WorkState } from '@/lib/annotations/work-state'
import { AllKeys } from './all-keys'
import type { Asked } from './asked'
import { AskedPanel } from './asked-panel'
import { ChoiceSteps } from './choice-steps'
import { FootBar } from './foot-bar'
import { GuidelineStrip } from './guideline-strip'
import { ProblemPanel } from './problem-panel'
import { useSheet } from './sheet-context'
import { SolutionSteps } from './solution-steps'
import { SpokenState } from './spoken-state'
import { TroubleStrip } from './trouble-strip'
import { useAsked } from './use-asked'
import { useKeepLitInView } from './use-keep-lit-in-view'
import { useAnnotationActs } from './use-annotation-acts'
import { useAnnotationKeys } from './use-annotation-keys'

interface WorkSheetProps {
  annotation: AnnotationWork
  view: WorkView
  work: Work
  state: WorkState
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
}

/** One solution on the page; the next one begins anew. */
export function WorkSheet({ annotation, view, work, state, asked, onAsk }: WorkSheetProps) {
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const [writingAt, setWritingAt] = useState<Target | null>(null)
  const problem = useRef<HTMLElement>(null)
  const reach = useRef<HTMLElement>(null)
  const foot = useRef<HTMLElement>(null)
  const { project, keymap, guidelineRead } = useSheet()
  const { content, shape, lit } = state
  const acts = useAnnotationActs(annotation)
  const askedActs = useAsked(annotation, state, work.lease, asked, onAsk)

  const toggleProblem = useCallback(() => setProblemOpen((isOpen) => !isOpen), [])
  const toggleKeys = useCallback(() => setShowsKeys((shows) => !shows), [])

  /** To the field for one's own words at what is lit, or at what is asked of the error. */
  function write() {
    const targets = listTargets(content, shape)
    const isField = ({ kind }: Target) => kind === 'explanation' || kind === 'write'
    const target = isField(lit) ? lit : targets.findLast(isField)
    if (!target) return
    acts.light(target, 'key')
    setWritingAt(target)
  }

  /** A note that is being written goes along. */
  function submit(by: WorkEvent['inputMethod']) {
    askedActs.keepNote(by)
    acts.submit(by)
  }

  const toggles = {
    problem: toggleProblem,
    raw: () => setRaw((is) => !is),
    keys: toggleKeys,
    closeKeys: () => setShowsKeys(false),
    write,
    guideline: () => void open(`/projects/${project}/guideline`, '_blank', 'noopener'),
  }
  const keys = useAnnotationKeys({ keymap, lit, acts, asked: askedActs, toggles, onAsk, submit })
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  useKeepLitInView({ above: [problem, reach], foot }, lit)

  const panel = asked && <AskedPanel acts={askedActs} />
  const writing = {
    isWriting: writingAt !== null && isSameTarget(writingAt, lit),
    onWrite: (isWriting: boolean) => (isWriting ? write() : setWritingAt(null)),
  }
  const parts = { work, state, isRaw, acts, asked: panel, ...writing }
  return (
    <>
      <ProblemPanel
        ref={problem}
        reachRef={reach}
        work={work}
        isOpen={isProblemOpen}
        isRaw={isRaw}
        onToggle={toggles.problem}
      />
      <main id="main" tabIndex={-1} className="sheet flex-1 pb-10 outline-none">
        <SpokenState state={state} />
        {work.returnedNote !== null && <Returned note={work.returnedNote} />}
        {shape.flow === 'solution' ? <SolutionSteps {...parts} /> : <ChoiceSteps {...parts} />}
        {lit.kind !== 'step' && lit.kind !== 'option' && panel}
      </main>
      {showsKeys && <AllKeys keys={keys} />}
      <GuidelineStrip project={project} read={guidelineRead} latest={work.guidelineVersion} />
      <TroubleStrip annotation={annotation} view={view} />
      <FootBar
        ref={foot}
        {...{ annotation, view, work, state, acts, showsKeys, onAsk }}
        isAsking={asked !== null}
        onToggleKeys={toggles.keys}
        onWrite={write}
        onSubmit={submit}
      />
    </>
  )
}

/** Why it is here once more. */
function Returned({ note }: { note: string }) {
  return (
    <aside aria-label="Returned to you" className="sheet-row border-b border-rule py-4">
      <p className="pl-1.5 text-ink-3 max-desk:col-span-full max-desk:pl-0">Returned to you</p>
      <p className="col-text font-read text-excerpt text-ink-2 italic max-desk:col-span-full">
        {note}
      </p>
    </aside>
  )
}
