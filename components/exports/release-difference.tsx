import Link from 'next/link'
import { CommandLine } from '@/components/ui/command-line'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { addressRelease, type Difference, nameRelease, type Release } from './release'

/** How a release differs from an earlier one: in numbers, in what was asked for, and the first labellings of each kind. */
export function ReleaseDifference({
  slug,
  release,
  earlier,
  difference,
  people,
}: {
  slug: string
  release: Release
  /** Those that can be compared with, newest first. */
  earlier: readonly Release[]
  difference: Difference | null
  people: ReadonlyMap<string, string>
}) {
  if (earlier.length === 0 || release.state !== 'done') return null
  return (
    <section aria-labelledby="difference">
      <SectionHead id="difference" title="What is different" />
      <nav
        aria-label="Compare with"
        className="flex flex-wrap gap-x-5 gap-y-1 border-t border-ink pt-3 pb-5"
      >
        <span className="text-ink-3">compared with</span>
        {earlier.map((each) => (
          <Link
            key={each.number}
            href={`${addressRelease(slug, release.number)}?from=${each.number}#difference`}
            aria-current={each.number === difference?.from ? 'true' : undefined}
            className="wrap-anywhere aria-[current]:font-strong aria-[current]:text-ink"
          >
            {nameRelease(each)}
          </Link>
        ))}
      </nav>
      {difference && (
        <>
          <Changes difference={difference} people={people} />
          <div className="pt-4">
            <CommandLine
              command={`npm run -s stepmark -- release diff ${difference.from} ${difference.to} --project ${slug}`}
            />
          </div>
        </>
      )}
    </section>
  )
}

function Changes({
  difference,
  people,
}: {
  difference: Difference
  people: ReadonlyMap<string, string>
}) {
  const { from, same, added, removed, changed, moved, options } = difference
  const kinds = [
    { name: 'New', count: added, first: difference.firstAdded },
    { name: 'Changed', count: changed, first: difference.firstChanged },
    { name: 'Gone', count: removed, first: difference.firstRemoved },
    { name: 'Moved between train and test', count: moved, first: difference.firstMoved },
  ].filter(({ count }) => count > 0)
  return (
    <div className="grid gap-8">
      <p className="max-w-abstract font-read text-abstract font-text text-ink-2">
        {kinds.length === 0
          ? `The same ${formatNoun(same, 'labelling')} as in release ${from}.`
          : `Against release ${from}: ${formatNoun(added, 'labelling')} new, ${formatCount(changed)} changed, ${formatCount(removed)} gone, ${formatCount(moved)} moved between train and test, ${formatCount(same)} the same.`}
      </p>
      {options.length > 0 && <AskedOtherwise options={options} />}
      {kinds.map((kind) => (
        <ChangeTable key={kind.name} {...kind} people={people} />
      ))}
    </div>
  )
}

function AskedOtherwise({ options }: Pick<Difference, 'options'>) {
  return (
    <div>
      <h3 className="pb-2">Asked for otherwise</h3>
      <Table aria-label="Asked for otherwise">
        <thead>
          <tr>
            <HeadCell>Option</HeadCell>
            <HeadCell>Then</HeadCell>
            <HeadCell>Now</HeadCell>
          </tr>
        </thead>
        <tbody>
          {options.map(({ place, from, to }) => (
            <tr key={place}>
              <Cell className="wrap-anywhere">{place}</Cell>
              <Cell className="font-mono text-caption font-text wrap-anywhere">{show(from)}</Cell>
              <Cell className="font-mono text-caption font-text wrap-anywhere">{show(to)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const show = (value: unknown) =>
  value === undefined || value === null ? 'not said' : JSON.stringify(value)

/** More of a kind than this is for the command line. */
const shownChanges = 20

function ChangeTable({
  name,
  count,
  first,
  people,
}: {
  name: string
  count: number
  first: Difference['firstAdded']
  people: ReadonlyMap<string, string>
}) {
  return (
    <div>
      <h3 className="pb-2">
        {name}, {formatCount(count)}
      </h3>
      <Table aria-label={name}>
        <thead>
          <tr>
            <HeadCell>Labelling</HeadCell>
            <HeadCell className="max-desk:hidden">Solution</HeadCell>
            <HeadCell>By</HeadCell>
            <HeadCell>Split</HeadCell>
          </tr>
        </thead>
        <tbody>
          {first.slice(0, shownChanges).map(({ labelling, solution, labeler, split }) => (
            <tr key={labelling}>
              <Cell className="font-mono text-caption font-text wrap-anywhere">{labelling}</Cell>
              <Cell className="font-mono text-caption font-text wrap-anywhere max-desk:hidden">
                {solution}
              </Cell>
              <Cell className="wrap-anywhere">{people.get(labeler) ?? labeler}</Cell>
              <Cell>{split}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {count > shownChanges && (
        <p className="pt-2 text-caption text-ink-3">
          The first {formatCount(Math.min(shownChanges, first.length))} of {formatCount(count)}.
        </p>
      )}
    </div>
  )
}
