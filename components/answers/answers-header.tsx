import Form from 'next/form'
import { Button } from '@/components/ui/button'
import { PageTitle } from '@/components/ui/page-title'
import { Tabs } from '@/components/ui/tabs'
import { TextField } from '@/components/ui/text-field'
import { answersHref, type AnswerPairList, type AnswerView, answerViews } from './answers'
import { describeVerdictCounts, describeUnsureVerdicts } from './describe-answers'
import { maxSearchCharacters } from './read-answer-search'

const viewNames = {
  unsure: 'To decide',
  unanswered: 'No final answer',
  decided: 'Decided',
  search: 'Search',
  regrade: 'Regrade',
} as const satisfies Record<AnswerView, string>

const listAbstract = 'Decide which answers are correct.'

const abstracts = {
  unsure: listAbstract,
  unanswered: 'Judge solutions in which no final answer was found. Decided ones come last.',
  decided:
    'Answers with a person’s verdict. Solutions without a final answer are under “No final answer”.',
  search: listAbstract,
  regrade: 'Grade all answers again with another comparison.',
} as const satisfies Record<AnswerView, string>

/** Title, counts by verdict, tabs and the search form. */
export function AnswersHeader({
  slug,
  show,
  counts,
  text = '',
  searchError = null,
  isAdmin,
}: {
  slug: string
  show: AnswerView
  counts: AnswerPairList['counts']
  text?: string
  /** Why the text can't be searched. */
  searchError?: string | null
  isAdmin: boolean
}) {
  return (
    <>
      <PageTitle
        title="Answers"
        abstract={<span className="max-desk:hidden">{abstracts[show]}</span>}
      />
      <p className="-mt-4 pb-6 text-ink-2 max-desk:-mt-5 max-desk:pb-3 max-desk:text-caption">
        {describeVerdictCounts(counts)}
        {(show === 'unsure' || show === 'unanswered') && (
          <span className="block">{describeUnsureVerdicts(counts)}</span>
        )}
      </p>
      <Tabs
        label="Answers"
        current={show}
        tabs={answerViews
          .filter((view) => view !== 'regrade' || isAdmin)
          .map((view) => ({
            key: view,
            href: answersHref(slug, { show: view }),
            label: viewNames[view],
          }))}
      />
      {show === 'search' && <SearchForm slug={slug} text={text} searchError={searchError} />}
    </>
  )
}

function SearchForm({
  slug,
  text,
  searchError,
}: {
  slug: string
  text: string
  searchError: string | null
}) {
  return (
    <Form
      role="search"
      action={answersHref(slug, {})}
      className="flex max-w-[36rem] items-start gap-2 pb-6"
    >
      <input type="hidden" name="show" value="search" />
      <div className="flex-1">
        <TextField
          key={text}
          label="Search in answer or reference answer"
          name="text"
          type="search"
          defaultValue={text}
          error={searchError}
          maxLength={maxSearchCharacters}
          autoComplete="off"
        />
      </div>
      <Button type="submit" className="mt-6 h-9">
        Search
      </Button>
    </Form>
  )
}
