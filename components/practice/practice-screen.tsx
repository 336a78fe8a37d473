'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import { AccountMenu } from '@/components/shell/account-menu'
import { SheetContext } from '@/components/annotations/sheet-context'
import type { Asked } from '@/components/annotations/asked'
import { WorkSheet } from '@/components/annotations/work-sheet'
import { QuietButton } from '@/components/ui/quiet-button'
import { RunningHead } from '@/components/ui/running-head'
import type { Keymap } from '@/lib/auth/keys'
import { call } from '@/lib/client/call'
import { judgePractice, type PracticeAnswer } from '@/lib/annotations/practice'
import type {
  finishPracticeContract,
  listPracticeContract,
} from '@/lib/annotations/practice-contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { PracticeVerdict } from './practice-verdict'
import { usePracticeWork } from './use-practice-work'

type PracticeSolution = ReplyOf<typeof listPracticeContract>['solutions'][number]

interface PracticeScreenProps {
  project: { slug: string; name: string; guidelineVersion: number }
  person: { name: string; email: string }
  keymap: Keymap
  solutions: readonly PracticeSolution[]
}

/** The labelling screen with solutions whose errors are known: after each one it says what there was to find. */
export function PracticeScreen({ project, person, keymap, solutions }: PracticeScreenProps) {
  const router = useRouter()
  const [at, setAt] = useState(0)
  const [answered, setAnswered] = useState<PracticeAnswer | null>(null)
  const sheet = useMemo(
    () => ({
      project: project.slug,
      guidelineRead: project.guidelineVersion,
      keymap,
      isPractice: true,
    }),
    [project, keymap],
  )
  const isLast = at === solutions.length - 1
  const solution = solutions[at]!

  const leave = useCallback(() => {
    const go = () => router.push(`/projects/${project.slug}/label`)
    call<typeof finishPracticeContract>(
      { method: 'post', path: '/projects/{project}/practice' },
      { project: project.slug },
      // Not kept: it is offered once more, which is no harm.
    ).then(go, go)
  }, [router, project.slug])

  const goOn = useCallback(() => {
    if (isLast) return leave()
    setAnswered(null)
    setAt((before) => before + 1)
  }, [isLast, leave])

  return (
    <SheetContext value={sheet}>
      <RunningHead
        place={<span className="text-ink-2 max-desk:hidden">{project.name}</span>}
        right={
          <>
            <span className="text-ink-3">
              Practice {at + 1} of {solutions.length}
            </span>
            <QuietButton onClick={leave}>Leave practice</QuietButton>
            <AccountMenu name={person.name} email={person.email} />
          </>
        }
      />
      {answered ? (
        <PracticeVerdict
          {...solution}
          ratings={answered.ratings}
          verdict={judgePractice(solution, answered)}
          isLast={isLast}
          onNext={goOn}
        />
      ) : (
        <Practised key={at} solution={solution} onAnswered={setAnswered} />
      )}
    </SheetContext>
  )
}

function Practised({
  solution,
  onAnswered,
}: {
  solution: PracticeSolution
  onAnswered: (answer: PracticeAnswer) => void
}) {
  const { annotation, view } = usePracticeWork(solution.work, onAnswered)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!annotation || !view?.work || !view.state) return null
  return (
    <>
      <h1 className="sr-only">Practice</h1>
      <p className="border-b border-rule bg-wash px-6 py-2 text-center text-ink-2 max-desk:px-4 max-desk:text-left">
        {solution.hint}
      </p>
      <WorkSheet
        annotation={annotation}
        view={view}
        work={view.work}
        state={view.state}
        asked={asked}
        onAsk={setAsked}
      />
    </>
  )
}
