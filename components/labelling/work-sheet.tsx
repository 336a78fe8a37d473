import { useLayoutEffect, useRef, useState } from 'react'
import type { Work } from '@/lib/client/call-work'
import type { LabellingWork } from '@/lib/client/labelling-work'
import type { WorkView } from '@/lib/client/work-view'
import { findError, type WorkState } from '@/lib/labelling/work-state'
import { AllKeys } from './all-keys'
import { ErrorOptions } from './error-options'
import { FootBar } from './foot-bar'
import { ProblemPanel } from './problem-panel'
import { ReasonPanel } from './reason-panel'
import type { Ending } from './reasons'
import { SpokenState } from './spoken-state'
import { StepList } from './step-list'
import { TroubleStrip } from './trouble-strip'
import { useKeepLitInView } from './use-keep-lit-in-view'
import { useLabellingActs } from './use-labelling-acts'
import { useLabellingKeys } from './use-labelling-keys'
import { useReason } from './use-reason'

interface WorkSheetProps {
  labelling: LabellingWork
  view: WorkView
  work: Work
  state: WorkState
  /** Whose reason is asked for. */
  ending: Ending | null
  onAsk: (ending: Ending | null) => void
}

/** One solution on the page; the next one begins anew. */
export function WorkSheet({ labelling, view, work, state, ending, onAsk }: WorkSheetProps) {
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const [showsLater, setShowsLater] = useState(false)
  const problem = useRef<HTMLElement>(null)
  const reach = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  const foot = useRef<HTMLElement>(null)
  const acts = useLabellingActs(labelling)
  const reason = useReason(labelling, ending, onAsk)
  const toggles = {
    problem: () => setProblemOpen((isOpen) => !isOpen),
    raw: () => setRaw((is) => !is),
    keys: () => setShowsKeys((shows) => !shows),
    closeKeys: () => setShowsKeys(false),
  }
  const keys = useLabellingKeys({ acts, reason, toggles, onAsk })

  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  useKeepLitInView({ above: [problem, reach], list, foot }, state.lit)

  const error = findError(state)
  const hasOptions = (work.options[error]?.length ?? 0) > 0
  const isFolded = hasOptions && !showsLater && error < work.steps.length - 1
  const reasonPanel = ending && (
    <ReasonPanel
      ending={ending}
      draft={reason.draft}
      onChange={reason.change}
      onEnd={reason.end}
      onClose={reason.close}
    />
  )
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
      <main id="main" ref={list} tabIndex={-1} className="sheet flex-1 pb-10 outline-none">
        <SpokenState state={state} />
        <StepList
          work={work}
          given={state.given}
          lit={state.lit}
          isRaw={isRaw}
          showsLater={!hasOptions || showsLater}
          reason={state.lit.kind === 'step' && reasonPanel}
          acts={acts}
        />
        <ErrorOptions
          work={work}
          state={state}
          isRaw={isRaw}
          reason={state.lit.kind === 'option' && reasonPanel}
          acts={acts}
        />
        {state.lit.kind === 'done' && reasonPanel}
        {isFolded && (
          <LaterSteps from={error + 2} to={work.steps.length} onShow={() => setShowsLater(true)} />
        )}
      </main>
      {showsKeys && <AllKeys keys={keys} />}
      <TroubleStrip labelling={labelling} view={view} />
      <FootBar
        ref={foot}
        labelling={labelling}
        view={view}
        state={state}
        acts={acts}
        isAsking={ending !== null}
        showsKeys={showsKeys}
        onToggleKeys={toggles.keys}
      />
    </>
  )
}

function LaterSteps({ from, to, onShow }: { from: number; to: number; onShow: () => void }) {
  const which =
    from === to
      ? `Step ${from} comes after the first error and stays unrated.`
      : `Steps ${from} to ${to} come after the first error and stay unrated.`
  return (
    <div className="sheet-row pt-4 text-ink-3">
      <p className="col-text max-desk:col-span-full">
        {which}{' '}
        <button
          type="button"
          onClick={onShow}
          className="text-accent underline decoration-current/35 underline-offset-3 hover:text-accent-hover"
        >
          {from === to ? 'Show it' : 'Show them'}
        </button>
      </p>
    </div>
  )
}
