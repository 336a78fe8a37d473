import Form from 'next/form'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { PageTitle } from '@/components/ui/page'
import { TextInput } from '@/components/ui/text-input'
import { describeCounts, describeUnpaired } from './describe-answers'
import { addressAnswers, type AnswerList, type AnswerView, answerViews } from './pair'

const viewNames = {
  unsure: 'Unsure',
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
  isAdmin,
  paired = null,
}: {
  slug: string
  show: AnswerView
  counts: AnswerList['counts']
  text?: string
  isAdmin: boolean
  /** Unsure solutions in the pairs below; null where the list does not show all of them. */
  paired?: number | null
}) {
  return (
    <>
      <PageTitle
        title="Answers"
        abstract="Where the grader could show two answers neither equal nor different, a person says what they are: once for every solution that has the pair, now and later."
      />
      <p className="-mt-4 pb-6 text-ink-2">
        {describeCounts(counts)}
        {show === 'unsure' && ` ${describeUnpaired(counts, paired)}`.trimEnd()}
      </p>
      <nav aria-label="Answers" className="mb-6 flex gap-5 border-b border-rule">
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
      {show === 'search' && <SearchForm slug={slug} text={text} />}
    </>
  )
}

function SearchForm({ slug, text }: { slug: string; text: string }) {
  return (
    <Form
      role="search"
      action={addressAnswers(slug, {})}
      className="flex max-w-[36rem] items-end gap-2 pb-6"
    >
      <input type="hidden" name="show" value="search" />
      <div className="grid flex-1 gap-1">
        <label htmlFor="answer-text" className="font-label">
          Text in either answer
        </label>
        <TextInput
          key={text}
          id="answer-text"
          name="text"
          type="search"
          defaultValue={text}
          maxLength={200}
          autoComplete="off"
        />
      </div>
      <Button type="submit" className="h-9">
        Search
      </Button>
    </Form>
  )
}
