import { Link } from '@/components/ui/link'
import { Page } from '@/components/ui/page'
import type { QuestionOrder } from '@/lib/review/questions-contract'
import { describeOpen } from './describe-questions'
import { DraftsPart } from './drafts-part'
import { addressQuestions, type Questions, type RulingList, type SetAside } from './question'
import type { QuestionKeys } from './question-keys'
import { QuestionPages } from './question-pages'
import { QuestionsBoard } from './questions-board'
import { QuestionsHead } from './questions-head'
import { RulingsList } from './rulings-list'
import { SetAsideList } from './set-aside-list'
import { showAskedStep, showWords } from './show-question'

/** Steps that were asked about, and beside them the rulings that wait to be published. */
export function OpenView({
  slug,
  questions,
  drafts,
  rulings,
  keys,
  order,
  page,
  limit,
}: {
  slug: string
  questions: Questions
  drafts: RulingList
  /** The last ones, whatever their state. */
  rulings: RulingList
  keys: QuestionKeys
  order: QuestionOrder
  page: number
  limit: number
}) {
  const { open, pages, steps } = questions
  return (
    <Page>
      <QuestionsHead slug={slug} show="open" abstract={describeOpen(open)} />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
        <div className="col-span-12 min-w-0 wide:col-span-8">
          {open > 1 && <OrderChoice slug={slug} order={order} />}
          <QuestionsBoard
            key={`${order} ${page}`}
            slug={slug}
            given={steps.map(showAskedStep)}
            rulings={rulings.rulings}
            keys={keys}
            first={(page - 1) * limit + 1}
          />
          {steps.length === 0 && (
            <p className="border-t border-ink pt-3 text-ink-2">
              {open === 0 ? 'No question is open.' : 'There are no more questions on this page.'}
            </p>
          )}
          <QuestionPages slug={slug} show="open" order={order} page={page} pages={pages} />
        </div>
        <div className="col-span-12 wide:col-span-4">
          <DraftsPart slug={slug} drafts={drafts.rulings} />
        </div>
      </div>
    </Page>
  )
}

const orders = [
  { order: 'most-asked', label: 'Most asked first' },
  { order: 'newest', label: 'Newest first' },
] as const

function OrderChoice({ slug, order }: { slug: string; order: QuestionOrder }) {
  return (
    <nav aria-label="Order" className="flex gap-4 pb-2 text-caption">
      {orders.map((one) => (
        <Link
          key={one.order}
          href={addressQuestions(slug, { order: one.order })}
          aria-current={one.order === order ? 'true' : undefined}
          className={one.order === order ? 'font-strong text-ink no-underline' : undefined}
        >
          {one.label}
        </Link>
      ))}
    </nav>
  )
}

export function RulingsView({ slug, list }: { slug: string; list: RulingList }) {
  const drafts = list.rulings.filter(({ state }) => state === 'draft')
  return (
    <Page>
      <QuestionsHead
        slug={slug}
        show="rulings"
        abstract="What holds beyond the first guideline. A ruling waits as a draft until it is published with a version; then the labels that it touches can go back to who gave them."
      />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
        <div className="col-span-12 min-w-0 wide:col-span-8">
          <RulingsList slug={slug} list={list} />
        </div>
        <div className="col-span-12 wide:col-span-4">
          <DraftsPart slug={slug} drafts={drafts} />
        </div>
      </div>
    </Page>
  )
}

export function SetAsideView({ slug, list, page }: { slug: string; list: SetAside; page: number }) {
  return (
    <Page>
      <QuestionsHead
        slug={slug}
        show="aside"
        abstract="Questions that a reviewer left without a ruling. Each can be taken up again; one that its annotator has changed since stands among the open ones by itself."
      />
      <SetAsideList
        slug={slug}
        questions={list.questions.map((one) => ({ ...one, said: showWords(one.words) }))}
      />
      <QuestionPages slug={slug} show="aside" page={page} pages={list.pages} />
    </Page>
  )
}
