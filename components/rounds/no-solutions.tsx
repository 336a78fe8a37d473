import { ButtonLink } from '@/components/ui/button'
import { CommandLine } from '@/components/ui/command-line'
import { Page, PageTitle } from '@/components/ui/page'

/** The queue of a project that has nothing to serve yet. */
export function NoSolutions({ slug, isAdmin }: { slug: string; isAdmin: boolean }) {
  return (
    <Page narrow>
      <PageTitle
        title="Queue"
        abstract={
          isAdmin
            ? 'There is nothing to serve yet. Bring solutions in first; those with scores can be ranked at once, and others once a scorer has gone over them.'
            : 'There is nothing to serve yet. An admin of this project brings solutions in.'
        }
      />
      {isAdmin && (
        <div className="grid justify-items-start gap-4 border-t border-ink pt-4">
          <ButtonLink href={`/projects/${slug}/data`} tone="primary">
            Choose a file
          </ButtonLink>
          <CommandLine
            command={`npm run -s stepmark -- import candidates.jsonl --project ${slug}`}
          />
        </div>
      )}
    </Page>
  )
}
