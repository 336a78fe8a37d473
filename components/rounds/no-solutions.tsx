import { ButtonLink } from '@/components/ui/button'
import { CommandLine } from '@/components/ui/command-line'
import { Page, PageTitle } from '@/components/ui/page'

/** Empty state of the queue, before the first import. */
export function NoSolutions({ slug, isAdmin }: { slug: string; isAdmin: boolean }) {
  return (
    <Page narrow>
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
          <CommandLine
            command={`npm run -s stepmark -- import candidates.jsonl --project ${slug}`}
          />
        </div>
      )}
    </Page>
  )
}
