import { Link } from '@/components/ui/link'
import { formatQuantity } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'
import { UnsureAnswersNotice } from './unsure-answers-notice'

/** Links to what you can do after this import. */
export function AfterImportLinks({ slug, reply }: { slug: string; reply: ImportReply }) {
  const { queued, waitsForRound, annotations, gold, solutions, duplicates } = reply
  const waitingCount = waitsForRound && annotations + gold === 0 ? solutions : 0
  const pageHref = (page: string) => `/projects/${slug}/${page}`
  return (
    <section aria-labelledby="next" className="max-w-abstract">
      <h2 id="next" className="pb-2">
        Next steps
      </h2>
      <div className="grid gap-2 border-t border-ink pt-3 text-strong text-ink-2">
        {queued > 0 && (
          <p>
            {formatQuantity(queued, 'solution')} queued.{' '}
            <Link href={pageHref('label')}>Start labelling</Link> or{' '}
            <Link href={pageHref('people')}>invite annotators</Link>.
          </p>
        )}
        {waitingCount > 0 && (
          <p>
            {formatQuantity(waitingCount, 'new solution waits', 'new solutions wait')} for the next
            round. <Link href={pageHref('queue/new')}>Plan a round</Link>.
          </p>
        )}
        <UnsureAnswersNotice slug={slug} hasNewSolutions={solutions > 0} />
        {annotations > 0 && (
          <p>
            {formatQuantity(annotations, 'annotation')} imported.{' '}
            <Link href={`${pageHref('data')}#export`}>Export</Link> or{' '}
            <Link href={pageHref('data/releases/new')}>create a release</Link>.
          </p>
        )}
        {gold > 0 && (
          <p>
            {formatQuantity(gold, 'solution')} added to <Link href={pageHref('gold')}>gold</Link>.
            Set how often it is served in the <Link href={pageHref('settings')}>settings</Link>.
          </p>
        )}
        {solutions + annotations + gold === 0 && (
          <p>
            {duplicates > 0
              ? `All ${formatQuantity(duplicates, 'solution')} were already imported.`
              : 'The file added nothing.'}{' '}
            <Link href={pageHref('data')}>Import another file</Link>.
          </p>
        )}
      </div>
    </section>
  )
}
