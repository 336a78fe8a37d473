'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { addressGoldSolution } from '@/components/gold/gold'
import { keepFocus } from '@/components/labelling/input-method'
import { useKeepLitInView } from '@/components/labelling/use-keep-lit-in-view'
import { Button, ButtonLink } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'
import { type Keymap, printKey } from '@/lib/auth/keys'
import { type Column, ComparedRow } from './compared-row'
import {
  addressLabelling,
  addressLabellings,
  addressRuling,
  type LabellingFilter,
  type ReviewedLabelling,
} from './review'
import { ReturnPanel } from './return-panel'
import { ReviewActs } from './review-acts'
import { ReviewHead } from './review-head'
import { accept, sendBack } from './send-ruling'
import { SolutionProblem } from './solution-problem'
import { findChangedStep } from './describe-review'
import { useKeptWords } from './use-review-panel'
import { useReviewSheetKeys } from './use-review-sheet-keys'
import { useSend } from './use-send'

interface ReviewSheetProps {
  slug: string
  given: ReviewedLabelling
  keymap: Keymap
  /** Of the list that one came from. */
  filter: LabellingFilter
}

/** One labelling on the page, beside what it was before it was sent back: accepted with one key, sent back with another. */
export function ReviewSheet({ slug, given, keymap, filter }: ReviewSheetProps) {
  const router = useRouter()
  const { steps, labelling, submittedAt, before } = given
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [isReturning, setReturning] = useState(false)
  const [words, setWords] = useKeptWords(`return/${labelling}`)
  const [lit, setLit] = useState(() => Math.min(chooseFirst(given), steps.length - 1))
  // Once it is looked at, it may have left the list: the next is what came after it.
  const [next] = useState(given.next)
  const sending = useSend(() => router.refresh())
  const problem = useRef<HTMLElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const columns = useMemo(
    (): Column[] => [
      ...(before ? [{ key: 'before', name: 'Before', said: before }] : []),
      { key: 'now', name: before ? 'Now' : 'Rated', said: given },
    ],
    [before, given],
  )
  const seen = { labelling, submittedAt }
  const acts = {
    accept: () => given.acceptRefusal === null && void sending.send(() => accept(slug, seen)),
    return: () => setReturning((is) => !is),
    next: () =>
      router.push(next ? addressLabelling(slug, next, filter) : addressLabellings(slug, filter)),
  }
  const toggles = {
    problem: () => setProblemOpen((is) => !is),
    raw: () => setRaw((is) => !is),
    close: () => setReturning(false),
  }
  const move = (by: 1 | -1) => setLit((step) => Math.max(0, Math.min(steps.length - 1, step + by)))
  const keys = useReviewSheetKeys({ keymap, acts, toggles, move, isReturning })
  useKeepLitInView({ above: [problem], foot }, lit)

  async function giveBack(_: unknown, note: string) {
    if (!(await sending.send(() => sendBack(slug, seen, note)))) return
    setWords('')
    setReturning(false)
  }

  return (
    <>
      <SolutionProblem
        ref={problem}
        {...{ given, isRaw }}
        isOpen={isProblemOpen}
        onToggle={toggles.problem}
      />
      <main id="main" tabIndex={-1} className="sheet-wide flex-1 pb-10 outline-none">
        <ReviewHead given={given} columns={columns} />
        <ol aria-label={`Solution, ${steps.length} steps`} className="py-2">
          {steps.map((text, step) => (
            <ComparedRow
              key={text.id}
              {...{ step, text, isRaw, columns }}
              count={steps.length}
              state={step === lit ? 'current' : step < given.ratings.length ? 'settled' : 'later'}
              rating={given.ratings[step] ?? null}
            />
          ))}
        </ol>
        {isReturning && (
          <ReturnPanel
            labellings={[{ ...seen, name: given.person ?? 'it', refusal: given.returnRefusal }]}
            chosen={0}
            isBusy={sending.isBusy}
            {...{ words }}
            onWords={setWords}
            onChoose={() => undefined}
            onReturn={(one, note) => void giveBack(one, note)}
            onClose={toggles.close}
          />
        )}
        <ReviewActs given={given} />
      </main>
      <div
        ref={foot}
        className="sticky bottom-0 z-30 flex min-h-foot flex-none flex-wrap items-center gap-2 border-t border-rule bg-paper px-6 py-2 max-desk:px-4"
      >
        <div onMouseDown={keepFocus} className="flex flex-wrap gap-2">
          <Button
            tone={given.acceptRefusal === null ? 'primary' : 'plain'}
            keyCap={printKey(keymap.submit)}
            aria-disabled={given.acceptRefusal !== null || sending.isBusy}
            onClick={acts.accept}
          >
            {given.state === 'accepted' ? 'Accepted' : 'Accept'}
          </Button>
          {given.returnRefusal === null && (
            <Button keyCap={keys.sendBack ?? undefined} onClick={acts.return}>
              Send it back
            </Button>
          )}
          <Button keyCap={keys.next ?? undefined} onClick={acts.next}>
            {next ? 'Next' : 'Back to the list'}
          </Button>
          {given.isDisputed && (
            <ButtonLink href={addressRuling(slug, given.solution)} prefetch={false}>
              Side by side
            </ButtonLink>
          )}
          <ButtonLink href={addressGoldSolution(slug, given.solution)} prefetch={false}>
            As gold
          </ButtonLink>
        </div>
        <Outcome outcome={sending.outcome} />
        {sending.outcome === null && given.acceptRefusal !== null && given.state !== 'accepted' && (
          <span className="text-ink-2">{given.acceptRefusal}</span>
        )}
      </div>
    </>
  )
}

/** Where one looks first: at what was changed since it was sent back, else at the error. */
function chooseFirst({ before, error, ...now }: ReviewedLabelling): number {
  const changed = before ? findChangedStep(before, now) : -1
  return changed === -1 ? (error ?? 0) : changed
}
