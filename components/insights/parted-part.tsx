import { Cell, HeadCell, Table } from '@/components/ui/table'
import { fewestForRate, sureFrom } from '@/lib/insights/contract'
import { formatCount } from '@/lib/platform/format'
import { titleParted, writeTooFew } from './describe-evaluation'
import type { Learning } from './describe-learning'
import type { EvaluationResult } from './evaluation'
import { FindingsTable } from './findings-table'
import { Missing } from './plot-frame'
import { Whisker } from './whisker'
import { nameRound, writeShare } from './write-figures'

const surely = `${Math.round(sureFrom * 100)} %`

/** Where the scorer is sure and people disagree, by round, and the steps where it is surest. */
export function PartedPart({
  slug,
  parted,
  partedSteps,
  learning,
}: { slug: string; learning: Learning | null } & Pick<EvaluationResult, 'parted' | 'partedSteps'>) {
  if (parted.length === 0)
    return (
      <Missing id="parted" title="Where the scorer is sure and people say otherwise">
        A model that games its reward shows here first. It needs steps that have a score each and
        that people rated; these scores speak of no rated step.
      </Missing>
    )
  const top = Math.max(0.01, ...parted.map(({ share }) => share?.high ?? share?.value ?? 0))
  return (
    <section aria-labelledby="parted">
      <h2 id="parted">{titleParted(parted, learning)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        Steps of which the scorer was {surely} sure that they are right and that people rated
        negative, or the other way round, among all rated steps with a score. A share that grows
        from round to round is how a scorer looks that solutions have learnt to please.{' '}
        {learning &&
          `Version ${learning.version} learnt from ratings like these: where it did, the share is too low. `}
        Brackets: 95 % interval, bootstrap over problems.
      </p>
      <Table aria-labelledby="parted">
        <thead>
          <tr>
            <HeadCell>Round</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Steps
            </HeadCell>
            <HeadCell numeric>
              <span className="whitespace-normal">Sure right, rated negative</span>
            </HeadCell>
            <HeadCell numeric>
              <span className="whitespace-normal">Sure wrong, rated positive</span>
            </HeadCell>
            <HeadCell numeric>Share</HeadCell>
            <HeadCell className="max-wide:hidden">0 to {(top * 100).toFixed(0)} %</HeadCell>
          </tr>
        </thead>
        <tbody>
          {parted.map(({ round, steps, share, ...counts }) => (
            <tr key={round}>
              <Cell>{nameRound(round)}</Cell>
              <Cell numeric className="max-desk:hidden">
                {formatCount(steps)}
              </Cell>
              <Cell numeric>{formatCount(counts.surelyRightRatedWrong)}</Cell>
              <Cell numeric>{formatCount(counts.surelyWrongRatedRight)}</Cell>
              <Cell numeric>
                {share && steps >= fewestForRate ? (
                  writeShare(share)
                ) : (
                  <span className="text-ink-3">{writeTooFew(steps, 'steps')}</span>
                )}
              </Cell>
              <Cell className="max-wide:hidden">
                {share && <Whisker interval={share} top={top} />}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {partedSteps.length > 0 && (
        <>
          <h3 className="pt-8 pb-2">The steps where it is surest</h3>
          <FindingsTable
            slug={slug}
            label="Steps where the scorer is sure and people say otherwise"
            findings={partedSteps.map((found) => ({
              ...found,
              words: `${found.words}${found.round === 0 ? '' : `; round ${found.round}`}`,
            }))}
          />
        </>
      )}
    </section>
  )
}
