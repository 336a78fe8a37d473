import { joinClasses } from '@/components/ui/join-classes'
import { Link } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page-layout'
import { questionsHref, type QuestionView, questionViews } from './question'

const viewNames = {
  open: 'Open',
  decisions: 'Decisions',
  dismissed: 'Dismissed',
} as const satisfies Record<QuestionView, string>

/** Title and views of the page. */
export function QuestionsHeader({
  slug,
  show,
  abstract,
}: {
  slug: string
  show: QuestionView
  abstract: string
}) {
  return (
    <>
      <PageTitle
        title="Questions"
        abstract={abstract}
        learnMore={{ doc: 'questions', topic: 'questions' }}
      />
      <nav
        aria-label="Questions"
        className="mb-6 flex gap-5 border-b border-rule whitespace-nowrap max-desk:mb-4"
      >
        {questionViews.map((view) => (
          <Link
            key={view}
            href={questionsHref(slug, { show: view })}
            aria-current={view === show ? 'page' : undefined}
            className={joinClasses(
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
    </>
  )
}
