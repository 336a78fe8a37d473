import Form from 'next/form'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page'
import { describeCounts, describeUnsure } from './describe-answers'
import { searchCharacters } from './read-search'
import { addressAnswers, type AnswerList, type AnswerView, answerViews } from './pair'

const viewNames = {
  unsure: 'Unsure',
  unanswered: 'No answer',
  settled: 'Settled',
  search: 'Search',
  anew: 'Grade anew',
} as const satisfies Record<AnswerView, string>

/** What the page is for, how many answers are what, and the ways to look at them. */
export function AnswersHead({
  slug,
  show,
  counts,
  text = '',
  problem = null,
  isAdmin,
}: {
  slug: string
  show: AnswerView
  counts: AnswerList['counts']
  text?: string
  /** Why it cannot be looked for. */
  problem?: string | null
  isAdmin: boolean
}) {
  return (
    <>
      <PageTitle
        title="Answers"
        abstract={
          <span className="max-desk:hidden">
            {show === 'unanswered'
              ? 'Where no final answer was found in a solution, a person says whether it is right, or what it answers.'
              : 'Where the grader could show two answers neither equal nor different, a person says what they are: once for every solution that has the pair, now and later.'}
          </span>
        }
      />
      <p className="-mt-4 pb-6 text-ink-2 max-desk:-mt-5 max-desk:pb-3 max-desk:text-caption">
        {describeCounts(counts)}
        {(show === 'unsure' || show === 'unanswered') && ` ${describeUnsure(counts)}`.trimEnd()}
      </p>
      <nav
        aria-label="Answers"
        className="mb-6 flex gap-5 overflow-x-auto overflow-y-hidden border-b border-rule whitespace-nowrap max-desk:mb-3 max-desk:gap-4"
      >
        {answerViews
          .filter((view) => view !== 'anew' || isAdmin)
          .map((view) => (
            <Link
              key={view}
              href={addressAnswers(slug, { show: view })}
              aria-current={view === show ? 'page' : undefined}
              className={classes(
                '-mb-px border-b-2 pb-2 no-underline hover:text-ink',
                view === show
                  ? 'border-b-accent font-strong text-ink'
                  : 'border-b-transparent text-ink-2',
              )}
            >
              {viewNames[view]}
            </Link>
          ))}
      </nav>
      {show === 'search' && <SearchForm slug={slug} text={text} problem={problem} />}
    </>
  )
}

function SearchForm({
  slug,
  text,
  problem,
}: {
  slug: string
  text: string
  problem: string | null
}) {
  return (
    <Form
      role="search"
      action={addressAnswers(slug, {})}
      className="flex max-w-[36rem] items-start gap-2 pb-6"
    >
      <input type="hidden" name="show" value="search" />
      <div className="flex-1">
        <Field
          key={text}
          label="Text in either answer"
          name="text"
          type="search"
          defaultValue={text}
          error={problem}
          maxLength={searchCharacters}
          autoComplete="off"
        />
      </div>
      <Button type="submit" className="mt-6 h-9">
        Search
      </Button>
    </Form>
  )
}
