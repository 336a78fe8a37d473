import { PageTitle } from '@/components/ui/page-title'
import { Tabs } from '@/components/ui/tabs'
import { questionsHref, type QuestionsViewName, questionsViewNames } from './question'

const viewNames = {
  open: 'Open',
  decisions: 'Decisions',
  dismissed: 'Dismissed',
} as const satisfies Record<QuestionsViewName, string>

/** Title and views of the page. */
export function QuestionsHeader({
  slug,
  show,
  abstract,
}: {
  slug: string
  show: QuestionsViewName
  abstract: string
}) {
  return (
    <>
      <PageTitle
        title="Questions"
        abstract={abstract}
        learnMore={{ doc: 'questions', topic: 'questions' }}
      />
      <Tabs
        label="Questions"
        current={show}
        tabs={questionsViewNames.map((view) => ({
          key: view,
          href: questionsHref(slug, { show: view }),
          label: viewNames[view],
        }))}
      />
    </>
  )
}
