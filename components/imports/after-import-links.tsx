import { Link } from '@/components/ui/link'
import { formatQuantity } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'
import { UnsureAnswersNotice } from './unsure-answers-notice'

/** Links to what you can do after this import. */
export function AfterImportLinks({ slug, reply }: { slug: string; reply: ImportReply }) {
  const { queued, waitsForRound, annotations, gold, unservable, solutions, duplicates } = reply
  const waiting = waitsForRound && annotations + gold === 0 ? solutions : 0
  const to = (page: string) => `/projects/${slug}/${page}`
  return (
    <section aria-labelledby="next" className="max-w-abstract">
      <h2 id="next" className="pb-2">
        Next steps
      </h2>
      <div className="grid gap-2 border-t border-ink pt-3 text-strong text-ink-2">
        {queued > 0 && (
          <p>
            {formatQuantity(queued, 'solution')} queued.{' '}
            <Link href={to('label')}>Start labelling</Link> or{' '}
            <Link href={to('people')}>invite annotators</Link>.
          </p>
        )}
        {waiting > 0 && (
          <p>
            {formatQuantity(waiting, 'new solution waits', 'new solutions wait')} for the next
            round. <Link href={to('queue/new')}>Plan a round</Link>.
          </p>
        )}
        <UnsureAnswersNotice slug={slug} hasNewSolutions={solutions > 0} />
        {annotations > 0 && (
          <p>
            {formatQuantity(annotations, 'annotation')} imported.{' '}
            <Link href={`${to('data')}#export`}>Export</Link> or{' '}
            <Link href={to('data/releases/new')}>create a release</Link>.
          </p>
        )}
        {gold > 0 && (
          <p>
            {formatQuantity(gold, 'solution')} added to <Link href={to('gold')}>gold</Link>. Set how{' '}
            often it is served in the <Link href={to('settings')}>settings</Link>.
          </p>
        )}
        {unservable > 0 && (
          <p>
            {formatQuantity(unservable, 'solution')} not queued: they are of the other flow or have
            no steps.
          </p>
        )}
        {solutions + annotations + gold === 0 && (
          <p>
            {duplicates > 0
              ? `All ${formatQuantity(duplicates, 'solution')} were already imported.`
              : 'The file added nothing.'}{' '}
            <Link href={to('data')}>Import another file</Link>.
          </p>
        )}
      </div>
    </section>
  )
}
