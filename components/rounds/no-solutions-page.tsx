import { ButtonLink } from '@/components/ui/button'
import { CommandLineText } from '@/components/ui/command-line-text'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'

/** Empty state of the queue, before the first import. */
export function NoSolutionsPage({ slug, isAdmin }: { slug: string; isAdmin: boolean }) {
  return (
    <PageLayout narrow>
      <PageTitle
        title="Queue"
        abstract={
          isAdmin
            ? 'Solutions to label will appear here after the first import.'
            : 'Solutions to label will appear here once an admin imports them.'
        }
      />
      {isAdmin && (
        <div className="grid justify-items-start gap-4 border-t border-ink pt-4">
          <ButtonLink href={`/projects/${slug}/data`} tone="primary">
            Import solutions
          </ButtonLink>
          <CommandLineText
            command={`npm run -s stepmark -- import candidates.jsonl --project ${slug}`}
          />
        </div>
      )}
    </PageLayout>
  )
}
