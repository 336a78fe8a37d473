import { Link } from '@/components/ui/link'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'
import { UnsureAnswers } from './unsure-answers'

/** What one does after an import: as far as this one leaves something to do. */
export function NextSteps({ slug, reply }: { slug: string; reply: ImportReply }) {
  const { queued, waitsForRound, annotations, gold, unserved, solutions, repeated } = reply
  const to = (page: string) => `/projects/${slug}/${page}`
  return (
    <section aria-labelledby="next" className="max-w-abstract">
      <h2 id="next" className="pb-2">
        What is next
      </h2>
      <div className="grid gap-2 border-t border-ink pt-3 text-strong text-ink-2">
        {queued > 0 && (
          <p>
            {formatNoun(queued, 'solution stands', 'solutions stand')} in the queue for the first
            time, convincing wrong answers first. <Link href={to('label')}>Label the first</Link>,
            or <Link href={to('people')}>add people</Link> who do.
          </p>
        )}
        {waitsForRound && solutions > 0 && (
          <p>
            {formatNoun(solutions, 'new solution waits', 'new solutions wait')} for the next round:
            rounds fill the queue of this project. <Link href={to('queue/new')}>Plan one</Link>.
          </p>
        )}
        <UnsureAnswers slug={slug} hasNews={solutions > 0} />
        {annotations > 0 && (
          <p>
            {formatNoun(annotations, 'annotation', 'annotations')} came along and can go out again:{' '}
            <Link href={`${to('data')}#export`}>download them</Link>, or{' '}
            <Link href={to('data/releases/new')}>make a release</Link>.
          </p>
        )}
        {gold > 0 && (
          <p>
            {formatNoun(gold, 'solution is', 'solutions are')} <Link href={to('gold')}>gold</Link>{' '}
            now, and no ordinary work: annotators get it for screening and among their work, as
            often as the <Link href={to('settings')}>settings</Link> say.
          </p>
        )}
        {unserved > 0 && (
          <p>
            {formatNoun(unserved, 'solution is', 'solutions are')} kept but not served: they are of
            the other flow than this project, or have no steps.
          </p>
        )}
        {solutions + annotations + gold === 0 && (
          <p>
            {repeated > 0
              ? `All ${formatCount(repeated)} of its solutions were here already and were left alone.`
              : 'There was nothing in it to add.'}{' '}
            <Link href={to('data')}>Import another file</Link>.
          </p>
        )}
      </div>
    </section>
  )
}
