'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { addressGoldSolution } from '@/components/gold/gold'
import { AllKeys } from '@/components/annotations/all-keys'
import { useKeepLitInView } from '@/components/annotations/use-keep-lit-in-view'
import type { Keymap } from '@/lib/auth/keys'
import { type Column, ComparedRow } from './compared-row'
import { findChangedStep } from './describe-review'
import { nameKeys } from './keyed-act'
import { listReviewKeys, type ReviewSheetActs } from './list-review-keys'
import {
  addressAnnotation,
  addressAnnotations,
  type AnnotationFilter,
  type ReviewedAnnotation,
} from './review'
import { ReturnPanel } from './return-panel'
import { ReviewActs } from './review-acts'
import { ReviewFoot } from './review-foot'
import { ReviewHead } from './review-head'
import { makeRulingKeys } from './ruling-keys'
import { accept, sendBack } from './send-ruling'
import { SolutionProblem } from './solution-problem'
import { useStoredText } from './use-review-panel'
import { useReviewSheetKeys } from './use-review-sheet-keys'
import { useSend } from './use-send'

interface ReviewSheetProps {
  slug: string
  given: ReviewedAnnotation
  keymap: Keymap
  /** Of the list that one came from. */
  filter: AnnotationFilter
}

/** One annotation on the page, beside what it was before it was sent back: accepted with one key, sent back with another. */
export function ReviewSheet({ slug, given, keymap, filter }: ReviewSheetProps) {
  const router = useRouter()
  const { steps, annotation, submittedAt, before } = given
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [open, setOpen] = useState<'return' | 'keys' | null>(null)
  const [draft, setDraft] = useStoredText(`return/${annotation}`)
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
  const seen = { annotation, submittedAt }
  const toggle = (part: 'return' | 'keys') => () => setOpen((is) => (is === part ? null : part))
  const close = () => setOpen(null)
  const acts: ReviewSheetActs = {
    accept: () => given.acceptRefusal === null && void sending.send(() => accept(slug, seen)),
    askReturn: toggle('return'),
    openGold: () => router.push(addressGoldSolution(slug, given.solution)),
    next: () =>
      router.push(next ? addressAnnotation(slug, next, filter) : addressAnnotations(slug, filter)),
    move: (by) => setLit((step) => Math.max(0, Math.min(steps.length - 1, step + by))),
    toggleProblem: () => setProblemOpen((is) => !is),
    toggleRaw: () => setRaw((is) => !is),
    toggleKeys: toggle('keys'),
  }
  const keys = makeRulingKeys(keymap)
  const hasNext = next !== null
  const listed = listReviewKeys({ given, hasNext, keymap, keys, acts })
  useReviewSheetKeys(listed, { isReturning: open === 'return', close })
  useKeepLitInView({ above: [problem], foot }, lit)

  async function giveBack(_: unknown, note: string) {
    if (!(await sending.send(() => sendBack(slug, seen, note)))) return
    setDraft('')
    close()
  }

  return (
    <>
      <SolutionProblem
        ref={problem}
        {...{ given, isRaw }}
        isOpen={isProblemOpen}
        problemKey={keymap.problem}
        onToggle={acts.toggleProblem}
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
        {open === 'return' && (
          <ReturnPanel
            annotations={[{ ...seen, name: given.person ?? 'it', refusal: given.returnRefusal }]}
            chosen={0}
            isBusy={sending.isBusy}
            words={draft}
            onWords={setDraft}
            onChoose={() => undefined}
            onReturn={(one, note) => void giveBack(one, note)}
            onClose={close}
          />
        )}
        <ReviewActs given={given} />
      </main>
      <div ref={foot} className="sticky bottom-0 z-30 flex-none">
        {open === 'keys' && <AllKeys keys={nameKeys(listed)} hasChoices={false} />}
        <ReviewFoot
          {...{ slug, given, keymap, keys, acts, sending, hasNext }}
          showsKeys={open === 'keys'}
        />
      </div>
    </>
  )
}

/** Where one looks first: at what was changed since it was sent back, else at the error. */
function chooseFirst({ before, error, ...now }: ReviewedAnnotation): number {
  const changed = before ? findChangedStep(before, now) : -1
  return changed === -1 ? (error ?? 0) : changed
}
