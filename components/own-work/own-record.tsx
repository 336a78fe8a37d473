import { Typeset } from '@/components/math/typeset'
import { nameSteps, scoreWords, writeShare } from '@/components/people/describe-person'
import { shortenText } from '@/components/projects/shorten-text'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import type { ReplyOf } from '@/lib/platform/contract'
import { typesetText } from '@/lib/problems/typeset-text'
import type { getOwnPerformanceContract } from '@/lib/review/people-contract'

/** Enough to know a problem by. */
const excerptCharacters = 160

type Performance = ReplyOf<typeof getOwnPerformanceContract>

/** That one is paused, since when, and what was said. */
export function PauseNotice({ pause }: Pick<Performance, 'pause'>) {
  if (!pause) return null
  return (
    <section aria-labelledby="paused" className="mb-10 border-y border-ink py-3">
      <h2 id="paused">You are paused</h2>
      <p className="max-w-measure pt-1">
        Since {formatInstant(pause.since)} UTC. {pause.message}
      </p>
      <p className="max-w-measure pt-1 text-ink-2">
        What you submitted stands here, and what this device keeps stays on it. You go on labelling
        once a reviewer ends the pause.
      </p>
    </section>
  )
}

/** How one answered gold, where the project explains it, and what one can learn from. */
export function OwnRecord({ slug, gold }: Pick<Performance, 'gold'> & { slug: string }) {
  if (!gold || gold.answers === 0) return null
  const { answers, exact, posterior, mistakes } = gold
  return (
    <section aria-labelledby="record" className="pb-12">
      <SectionHead id="record" title="What was known">
        {exact} of {formatNoun(answers, 'answer')} exact; {writeShare(posterior.low)} to{' '}
        {writeShare(posterior.high)} of all would be
      </SectionHead>
      {mistakes.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">
          Every answer that was explained to you is exact.
        </p>
      ) : (
        <Table aria-labelledby="record">
          <thead>
            <tr>
              <HeadCell>Problem</HeadCell>
              <HeadCell>First error known</HeadCell>
              <HeadCell>You said</HeadCell>
              <HeadCell className="max-desk:hidden">Answer</HeadCell>
            </tr>
          </thead>
          <tbody>
            {mistakes.map(({ annotation, problem, firstErrors, given, score, explanation }) => (
              <tr key={annotation}>
                <Cell className="wrap-anywhere">
                  <Typeset text={shortenText(typesetText(problem), excerptCharacters)} />
                  {explanation !== null && (
                    <div className="pt-1 font-read text-excerpt font-text text-ink-2 italic">
                      <Typeset text={typesetText(explanation)} />
                    </div>
                  )}
                </Cell>
                <Cell className="whitespace-nowrap">{nameSteps(firstErrors)}</Cell>
                <Cell className="whitespace-nowrap">
                  <Link href={`/projects/${slug}/mine/${annotation}`}>
                    {given === null ? 'none' : given + 1}
                  </Link>
                </Cell>
                <Cell className="max-desk:hidden">{scoreWords[score]}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
