'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { AllKeys } from '@/components/annotations/all-keys'
import { keepFocus } from '@/components/annotations/input-method'
import { SheetContext } from '@/components/annotations/sheet-context'
import { SpokenState } from '@/components/annotations/spoken-state'
import { useKeepLitInView } from '@/components/annotations/use-keep-lit-in-view'
import { Button } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'
import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import { type Keymap, printKeyIfAny } from '@/lib/auth/keys'
import { formatInstant } from '@/lib/platform/format'
import { nameStepsBefore } from '@/lib/review/parting'
import { nameKeys } from './keyed-act'
import { listOwnActs, listRulingKeys, type RulingAct } from './list-ruling-acts'
import { addressQuestion, addressReview, addressRuling, type Comparison } from './review'
import { RulingFoot } from './ruling-foot'
import { makeRulingKeys } from './ruling-keys'
import { RulingPanel } from './ruling-panel'
import { RulingPeople } from './ruling-people'
import { RulingSteps } from './ruling-steps'
import { SolutionProblem } from './solution-problem'
import { useReviewPanel } from './use-review-panel'
import { type RulingBoard, useRuling } from './use-ruling'
import { useRulingKeys } from './use-ruling-keys'

interface RulingScreenProps {
  slug: string
  given: Comparison
  keymap: Keymap
  /** Of the list that one came from. */
  kind: 'negative' | 'neutral' | undefined
}

/** One solution with its annotations side by side: what is agreed is rated already, the reviewer rates the rest. */
export function RulingScreen(props: RulingScreenProps) {
  const isInBrowser = useIsInBrowser()
  return <Screen key={String(isInBrowser)} {...props} isInBrowser={isInBrowser} />
}

function Screen({
  slug,
  given,
  keymap,
  kind,
  isInBrowser,
}: RulingScreenProps & { isInBrowser: boolean }) {
  const router = useRouter()
  const board = useRuling(slug, given, isInBrowser)
  const panel = useReviewPanel(slug, board)
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  // Once it is ruled on, it has no place in the list any more: the next is what came after it.
  const [next] = useState(given.next)
  const problem = useRef<HTMLElement>(null)
  const foot = useRef<HTMLElement>(null)
  const sheet = useMemo(
    () => ({ project: slug, guidelineRead: 0, keymap, isPractice: false }),
    [slug, keymap],
  )
  const { lit } = board.work
  const step = lit.kind === 'step' ? lit.step : Math.max(0, board.ratings.length - 1)
  const go = {
    next: () => router.push(next ? addressRuling(slug, next, kind) : addressReview(slug)),
    question: () => router.push(addressQuestion(slug, given.solution, step)),
  }
  const toggles = {
    problem: () => setProblemOpen((is) => !is),
    raw: () => setRaw((is) => !is),
    keys: () => setShowsKeys((is) => !is),
  }
  const parts = { board, panel, keymap, keys: makeRulingKeys(keymap), go, toggles }
  const acts = listRulingKeys(parts)
  useRulingKeys(acts, panel, () => setShowsKeys(false), keymap)
  useKeepLitInView({ above: [problem], foot }, lit)
  const asked = <RulingPanel board={board} panel={panel} />
  return (
    <SheetContext value={sheet}>
      <h1 className="sr-only">Adjudicate</h1>
      <SolutionProblem
        ref={problem}
        {...{ given, isRaw }}
        isOpen={isProblemOpen}
        problemKey={keymap.problem}
        onToggle={toggles.problem}
      />
      <main id="main" tabIndex={-1} className="sheet-wide flex-1 pb-10 outline-none">
        <SpokenState state={board.work} />
        <RulingPeople board={board} />
        <RulingSteps board={board} isRaw={isRaw} asked={panel.open && asked} />
        {lit.kind !== 'step' && panel.open && asked}
        <OwnActs acts={listOwnActs(parts)} board={board} />
      </main>
      {showsKeys && <AllKeys keys={nameKeys(acts)} />}
      <div className="sticky bottom-foot z-20 bg-wash">
        <Outcome
          outcome={board.sending.outcome}
          className="border-t border-rule px-6 py-2 max-desk:px-4"
        />
      </div>
      <RulingFoot
        ref={foot}
        {...{ board, showsKeys }}
        isAsking={panel.open !== null}
        goldKey={parts.keys.gold}
        onToggleKeys={toggles.keys}
        onNote={() => panel.toggle('note')}
      />
    </SheetContext>
  )
}

/** What one may do with the annotations, and what stands already. */
function OwnActs({ acts, board }: { acts: readonly RulingAct[]; board: RulingBoard }) {
  const { standing, given, note } = board
  const agreed = given.parting ? nameStepsBefore(given.parting.firstStep) : null
  const isHidden = given.annotations.some(({ person }) => person === null)
  const words = [
    standing && `${standing.by} adjudicated this on ${formatInstant(standing.at)} UTC.`,
    agreed !== null &&
      !standing &&
      `${agreed.charAt(0).toUpperCase()}${agreed.slice(1)} ${agreed.startsWith('step ') ? 'is' : 'are'} taken over, as all agree.`,
    isHidden && !standing && 'Names are shown once you have adjudicated.',
    given.isGold && 'This solution is gold.',
  ].filter((each) => typeof each === 'string')
  return (
    <div className="sheet-row pt-4 pb-4">
      <div className="col-ruled max-desk:col-span-full">
        <div onMouseDown={keepFocus} className="flex flex-wrap gap-2">
          {acts.map(({ act, key, name, run }) => (
            <Button
              key={act}
              keyCap={printKeyIfAny(key)}
              aria-keyshortcuts={key ?? undefined}
              onClick={run}
            >
              {name}
            </Button>
          ))}
        </div>
        {note.trim() !== '' && (
          <p className="pt-3 font-read text-excerpt font-text wrap-anywhere italic">{note}</p>
        )}
        <p className="max-w-abstract pt-3 text-caption text-ink-3">{words.join(' ')}</p>
      </div>
    </div>
  )
}
