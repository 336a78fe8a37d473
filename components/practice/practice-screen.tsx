'use client'

import { useRouter } from 'next/navigation'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { AnnotationWorkspace } from '@/components/annotations/annotation-workspace'
import { LabellingScreenContext } from '@/components/annotations/labelling-screen-context'
import type { NoteFormKind } from '@/components/annotations/note-forms'
import { LabellingStatus } from '@/components/annotations/screen-reader-status'
import { AccountMenu } from '@/components/shell/account-menu'
import { AppHeader } from '@/components/ui/app-header'
import { Button } from '@/components/ui/button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { QuietButton } from '@/components/ui/quiet-button'
import type { PracticeAnswer } from '@/lib/annotations/practice'
import type {
  gradePracticeAnswerContract,
  listPracticeSolutionsContract,
} from '@/lib/annotations/practice-contract'
import type { Keymap } from '@/lib/auth/keymap'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { StepReveal } from '@/lib/client/labelling-screen-calls'
import type { Rating } from '@/lib/formats/record'
import type { ReplyOf } from '@/lib/platform/contract'
import { PracticeResult } from './practice-result'
import { usePracticeController } from './use-practice-controller'

type Grade = ReplyOf<typeof gradePracticeAnswerContract>
type PracticeSolution = ReplyOf<typeof listPracticeSolutionsContract>['solutions'][number]

interface PracticeScreenProps {
  project: { slug: string; name: string; guidelineVersion: number }
  person: { userId: string; name: string; email: string }
  keymap: Keymap
  solutions: readonly PracticeSolution[]
}

/** The labelling screen with practice solutions and a result after each. */
export function PracticeScreen({ project, person, keymap, solutions }: PracticeScreenProps) {
  const router = useRouter()
  const [index, setIndex] = useState(0)
  const [answer, setAnswer] = useState<PracticeAnswer | null>(null)
  const [grade, setGrade] = useState<Grade | null>(null)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const screenContext = useMemo(
    () => ({
      project: project.slug,
      confirmedGuidelineVersion: project.guidelineVersion,
      keymap,
      isPractice: true,
    }),
    [project, keymap],
  )
  const isLast = index === solutions.length - 1
  const solution = solutions[index]!

  const leavePractice = useCallback(() => {
    const openLabelPage = () => router.push(`/projects/${project.slug}/label`)
    callApi(
      'post /projects/{project}/practice',
      { project: project.slug },
      // If it fails, practice is offered again.
    ).then(openLabelPage, openLabelPage)
  }, [router, project.slug])

  const showNext = useCallback(() => {
    if (isLast) return leavePractice()
    setAnswer(null)
    setGrade(null)
    setIndex((current) => current + 1)
  }, [isLast, leavePractice])

  const gradeAnswer = (newAnswer: PracticeAnswer) => {
    setAnswer(newAnswer)
    setOutcome(null)
    requestGrade(project.slug, index, newAnswer).then(setGrade, (error: unknown) =>
      setOutcome({ kind: 'error', message: describeCallError(error) }),
    )
  }

  return (
    <LabellingScreenContext value={screenContext}>
      <AppHeader
        location={<span className="text-ink-2 max-desk:hidden">{project.name}</span>}
        actions={
          <>
            <span className="text-ink-3">
              Practice {index + 1} of {solutions.length}
            </span>
            <QuietButton onClick={leavePractice}>Leave practice</QuietButton>
            <AccountMenu {...person} />
          </>
        }
      />
      {answer && grade && (
        <PracticeResult
          work={solution.work}
          answer={answer}
          grade={grade}
          isLast={isLast}
          onNext={showNext}
        />
      )}
      {answer && !grade && (
        <PageLayout narrow>
          <PageTitle title="Practice" />
          <OutcomeNotice outcome={outcome} className="pb-4" />
          {outcome && <Button onClick={() => gradeAnswer(answer)}>Try again</Button>}
        </PageLayout>
      )}
      {!answer && (
        <PracticeWorkspace
          key={index}
          solution={solution}
          reveal={(ratings) => requestReveal(project.slug, index, ratings)}
          onAnswer={gradeAnswer}
        />
      )}
    </LabellingScreenContext>
  )
}

const requestReveal = (project: string, solution: number, ratings: readonly Rating[]) =>
  callApi('post /projects/{project}/practice/{solution}/options', {
    project,
    solution,
    ratings: [...ratings],
  })

const requestGrade = (
  project: string,
  solution: number,
  { reason, ratings, options, explanation }: PracticeAnswer,
) =>
  callApi('post /projects/{project}/practice/{solution}/answers', {
    project,
    solution,
    reason,
    ratings: [...ratings],
    options: [...options],
    explanation,
  })

function PracticeWorkspace({
  solution,
  reveal,
  onAnswer,
}: {
  solution: PracticeSolution
  reveal: (ratings: readonly Rating[]) => Promise<StepReveal>
  onAnswer: (answer: PracticeAnswer) => void
}) {
  const { controller, view } = usePracticeController(solution.work, { reveal, onAnswer })
  const [activeForm, setActiveForm] = useState<NoteFormKind | null>(null)
  return (
    <>
      <h1 className="sr-only">Practice</h1>
      <LabellingStatus view={view} />
      <p className="border-b border-rule bg-wash px-6 py-2 text-center text-ink-2 max-desk:px-4 max-desk:text-left">
        {solution.hint}
      </p>
      {controller && view?.work && view.state && (
        // Until its code is there, it is not mounted, so no key rates a step that is not visible.
        <Suspense fallback={<main id="main" tabIndex={-1} className="flex-1 outline-none" />}>
          <AnnotationWorkspace
            controller={controller}
            view={view}
            work={view.work}
            state={view.state}
            activeForm={activeForm}
            onFormChange={setActiveForm}
          />
        </Suspense>
      )}
    </>
  )
}
