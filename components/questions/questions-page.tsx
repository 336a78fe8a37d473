import type { ComponentProps, ReactNode } from 'react'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageLinks } from '@/components/ui/page-links'
import type { QuestionOrder } from '@/lib/questions/contract'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { DecisionDraftsList } from './decision-drafts-list'
import { DecisionsList } from './decisions-list'
import { describeOpenQuestions } from './describe-questions'
import { DismissedQuestionsList } from './dismissed-questions-list'
import {
  questionsHref,
  type OpenQuestionsReply,
  type DecisionsReply,
  type DismissedQuestions,
} from './question'
import type { QuestionShortcuts } from './question-shortcuts'
import { QuestionsHeader } from './questions-header'
import { QuestionsList } from './questions-list'
import { typesetQuestionStep, typesetQuestionText } from './typeset-question'

/** Open questions, and draft decisions next to them. */
export async function OpenQuestionsView({
  slug,
  questions,
  drafts,
  decisions,
  keys,
  order,
  page,
  limit,
}: {
  slug: string
  questions: OpenQuestionsReply
  drafts: DecisionsReply
  /** The latest decisions in any state. */
  decisions: DecisionsReply
  keys: QuestionShortcuts
  order: QuestionOrder
  page: number
  limit: number
}) {
  const { count, pages, steps } = questions
  const hidesNames = steps.some((step) => step.questions.some(({ person }) => person === null))
  const typesetSteps = await typesetTextsForPage((typesetter) =>
    steps.map((step) => typesetQuestionStep(typesetter, step)),
  )
  return (
    <PageWithDrafts
      slug={slug}
      show="open"
      abstract={describeOpenQuestions(count, hidesNames)}
      drafts={drafts}
    >
      {count > 1 && <OrderChoice slug={slug} order={order} />}
      <QuestionsList
        key={`${order} ${page}`}
        slug={slug}
        steps={typesetSteps}
        decisions={decisions.decisions}
        keys={keys}
        firstNumber={(page - 1) * limit + 1}
      />
      {steps.length === 0 && (
        <EmptyText>{count === 0 ? 'No open questions.' : 'No questions on this page.'}</EmptyText>
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(targetPage) => questionsHref(slug, { show: 'open', order, page: targetPage })}
      />
    </PageWithDrafts>
  )
}

/** A list with the draft decisions next to it. */
function PageWithDrafts({
  slug,
  show,
  abstract,
  drafts,
  children,
}: ComponentProps<typeof QuestionsHeader> & { drafts: DecisionsReply; children: ReactNode }) {
  return (
    <PageLayout>
      <QuestionsHeader slug={slug} show={show} abstract={abstract} />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
        <div className="col-span-12 min-w-0 wide:col-span-8">{children}</div>
        <div className="col-span-12 wide:col-span-4">
          <DecisionDraftsList slug={slug} drafts={drafts.decisions} />
        </div>
      </div>
    </PageLayout>
  )
}

const orders = [
  { order: 'most-asked', label: 'Most annotators first' },
  { order: 'newest', label: 'Newest first' },
] as const

function OrderChoice({ slug, order }: { slug: string; order: QuestionOrder }) {
  return (
    <nav aria-label="Order" className="flex gap-4 pb-2 text-caption">
      {orders.map((option) => (
        <Link
          key={option.order}
          href={questionsHref(slug, { order: option.order })}
          aria-current={option.order === order ? 'true' : undefined}
          className={option.order === order ? 'font-strong text-ink no-underline' : undefined}
        >
          {option.label}
        </Link>
      ))}
    </nav>
  )
}

/** @param drafts all drafts, also those on other pages of the list */
export function DecisionsView({
  slug,
  list,
  drafts,
}: {
  slug: string
  list: DecisionsReply
  drafts: DecisionsReply
}) {
  return (
    <PageWithDrafts
      slug={slug}
      show="decisions"
      abstract="Decisions that add to the guideline."
      drafts={drafts}
    >
      <DecisionsList slug={slug} list={list} />
    </PageWithDrafts>
  )
}

export async function DismissedQuestionsView({
  slug,
  list,
  page,
}: {
  slug: string
  list: DismissedQuestions
  page: number
}) {
  const questions = await typesetTextsForPage((typesetter) =>
    list.questions.map((question) => ({
      ...question,
      typesetText: typesetQuestionText(typesetter, question.text),
    })),
  )
  return (
    <PageLayout>
      <QuestionsHeader
        slug={slug}
        show="dismissed"
        abstract="Questions that a reviewer dismissed. You can reopen them."
      />
      <DismissedQuestionsList slug={slug} questions={questions} />
      <PageLinks
        page={page}
        pages={list.pages}
        hrefOf={(targetPage) => questionsHref(slug, { show: 'dismissed', page: targetPage })}
      />
    </PageLayout>
  )
}
