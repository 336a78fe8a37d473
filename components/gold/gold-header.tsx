import { PageTitle } from '@/components/ui/page-title'
import { Tabs } from '@/components/ui/tabs'
import { goldCandidatesHref, goldHref } from './gold'

/** The title of the gold pages, with tabs. */
export function GoldHeader({
  slug,
  show,
  canAccept = false,
}: {
  slug: string
  show: 'gold' | 'agreed'
  canAccept?: boolean
}) {
  const tabs = [
    { key: 'gold', href: goldHref(slug), label: 'All gold' },
    { key: 'agreed', href: goldCandidatesHref(slug), label: 'Agreed by annotators' },
  ] as const
  return (
    <>
      <PageTitle
        title="Gold"
        abstract={
          show === 'gold'
            ? 'Solutions with a known first error, or known to have no error. Annotators can’t tell them from other work.'
            : `Solutions in which all annotators found the same first error, or all found none. ${canAccept ? 'Review each before you accept it.' : 'Admins can accept them as gold.'}`
        }
        learnMore={{ doc: 'quality/gold', topic: 'gold' }}
      />
      <Tabs label="Gold" current={show} tabs={tabs} />
    </>
  )
}
