import { ButtonLink } from '@/components/ui/button'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { AcknowledgeGuidelineFooter } from './acknowledge-guideline-footer'
import { describeGuideline } from './describe-guideline'
import type { GuidelinePageQuery, GuidelineReply, GuidelineVersion } from './guideline'
import { formatChangeCount, GuidelineChangesView } from './guideline-changes'
import { GuidelineText, listGuidelineSections } from './guideline-text'
import { GuidelineVersions } from './guideline-versions'

/** The guideline, with its changes and a confirmation for readers who have not read it yet. */
export function GuidelineView({
  slug,
  reply,
  versions,
  query,
  mustRead,
  hasFinishedPractice,
  hasPractice,
  canEdit,
}: {
  slug: string
  reply: GuidelineReply
  /** One page of versions, and the next version if there are more. */
  versions: readonly GuidelineVersion[]
  query: GuidelinePageQuery
  mustRead: boolean
  /** The user has finished practice, or needs none. */
  hasFinishedPractice: boolean
  /** There are practice solutions for the project's flow. */
  hasPractice: boolean
  canEdit: boolean
}) {
  const { guideline, changes, latest } = reply
  const actions = (
    <>
      {guideline && guideline.version < latest && (
        <ButtonLink href={`/projects/${slug}/guideline`}>Read version {latest}</ButtonLink>
      )}
      {!mustRead && hasPractice && (
        <ButtonLink href={`/projects/${slug}/practice`}>Practice</ButtonLink>
      )}
      {canEdit && (
        <ButtonLink
          href={`/projects/${slug}/guideline/edit`}
          tone={guideline ? 'plain' : 'primary'}
        >
          {guideline ? 'Edit guideline' : 'Write guideline'}
        </ButtonLink>
      )}
    </>
  )
  if (!guideline)
    return (
      <PageLayout narrow>
        <PageTitle
          title="Guideline"
          abstract={describeGuideline(reply, mustRead)}
          actions={actions}
        />
      </PageLayout>
    )
  const needsAcknowledgement = mustRead && guideline.version === latest
  return (
    <>
      <PageLayout>
        <PageTitle
          title="Guideline"
          abstract={describeGuideline(reply, mustRead)}
          actions={actions}
        />
        <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
          <article className="col-span-12 max-w-measure wide:col-span-8">
            {changes && (
              <section aria-labelledby="changes" className="pb-12">
                <div className="flex items-baseline justify-between gap-4 pb-2">
                  <h2 id="changes">Changes since version {changes.since}</h2>
                  <p className="flex-none text-caption text-ink-3">{formatChangeCount(changes)}</p>
                </div>
                <GuidelineChangesView changes={changes} />
              </section>
            )}
            <GuidelineText text={guideline.text} />
          </article>
          <aside className="col-span-12 grid gap-12 wide:sticky wide:top-[calc(var(--spacing-head)+2.5rem)] wide:col-span-4 wide:max-h-[calc(100dvh-11rem)] wide:overflow-y-auto">
            <Contents reply={reply} />
            <GuidelineVersions
              slug={slug}
              versions={versions}
              query={query}
              displayedVersion={guideline.version}
            />
          </aside>
        </div>
      </PageLayout>
      {needsAcknowledgement && (
        <AcknowledgeGuidelineFooter
          slug={slug}
          version={latest}
          hasFinishedPractice={hasFinishedPractice}
        />
      )}
    </>
  )
}

/** The table of contents. Hidden on narrow pages, where it would be below the text. */
function Contents({ reply: { guideline } }: { reply: GuidelineReply }) {
  const sections = guideline ? listGuidelineSections(guideline.text) : []
  if (sections.length < 3) return null
  return (
    <nav aria-labelledby="contents" className="max-wide:hidden">
      <h2 id="contents" className="pb-2">
        Contents
      </h2>
      <ol className="border-y border-ink">
        {sections.map(({ id, name }) => (
          <li key={id} className="border-b border-rule py-1.5 last:border-b-0">
            <a href={`#${id}`} className="text-ink-2 no-underline hover:text-ink">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
