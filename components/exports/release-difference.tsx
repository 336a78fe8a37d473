import { Typeset } from '@/components/math/typeset'
import { CommandLine } from '@/components/ui/command-line'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { statementStartLength } from '@/lib/exports/contract'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import { compareOptions } from './describe-release'
import {
  addressRelease,
  type Difference,
  type HeldOutList,
  nameRelease,
  type Release,
} from './release'

/** How a release differs from an earlier one: in numbers, in what was asked for, and the first annotations of each kind. */
export function ReleaseDifference({
  slug,
  release,
  earlier,
  difference,
  lists,
  people,
}: {
  slug: string
  release: Release
  /** Those that can be compared with, newest first. */
  earlier: readonly Release[]
  difference: Difference | null
  lists: readonly HeldOutList[]
  people: ReadonlyMap<string, string>
}) {
  if (earlier.length === 0 || release.state !== 'done') return null
  const compared = earlier.find(({ number }) => number === difference?.from)
  const otherwise = compared
    ? compareOptions(compared.options, release.options, {
        list: (id) => lists.find(({ list }) => list === id)?.name ?? 'a list that is removed',
        person: (labeler) => people.get(labeler) ?? labeler,
      })
    : []
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
          <Changes difference={difference} otherwise={otherwise} people={people} />
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
  otherwise,
  people,
}: {
  difference: Difference
  otherwise: ReturnType<typeof compareOptions>
  people: ReadonlyMap<string, string>
}) {
  const { from, same, added, removed, changed, moved } = difference
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
          ? `The same ${formatNoun(same, 'annotation')} as in release ${from}.`
          : `Against release ${from}: ${formatNoun(added, 'annotation')} new, ${formatCount(changed)} changed, ${formatCount(removed)} gone, ${formatCount(moved)} moved between train and test, ${formatCount(same)} the same.`}
      </p>
      {otherwise.length > 0 && <AskedOtherwise rows={otherwise} />}
      {kinds.map((kind) => (
        <ChangeTable key={kind.name} {...kind} people={people} />
      ))}
    </div>
  )
}

function AskedOtherwise({ rows }: { rows: ReturnType<typeof compareOptions> }) {
  return (
    <div>
      <h3 className="pb-2">Asked for otherwise</h3>
      <Table aria-label="Asked for otherwise">
        <thead>
          <tr>
            <HeadCell className="w-44 max-desk:w-28">Asked for</HeadCell>
            <HeadCell>Then</HeadCell>
            <HeadCell>Now</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, was, is }) => (
            <tr key={place}>
              <Cell className="text-ink-3">{place}</Cell>
              <Cell className="wrap-anywhere">{was ?? notSaid}</Cell>
              <Cell className="wrap-anywhere">{is ?? notSaid}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const notSaid = <span className="text-ink-3">not said</span>

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
            <HeadCell>Problem</HeadCell>
            <HeadCell className="max-desk:hidden">Solution</HeadCell>
            <HeadCell>By</HeadCell>
            <HeadCell>Split</HeadCell>
          </tr>
        </thead>
        <tbody>
          {first.slice(0, shownChanges).map((change) => (
            <ChangeRow
              key={change.annotation}
              change={change}
              by={people.get(change.labeler) ?? change.labeler}
            />
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

function ChangeRow({ change, by }: { change: Difference['firstAdded'][number]; by: string }) {
  const { problem, problemExternalId, statementStart, solution, solutionExternalId } = change
  return (
    <tr>
      <Cell className="wrap-anywhere">
        {statementStart !== null && (
          <div className="font-read font-text">
            <Typeset text={typesetText(markCut(statementStart))} />
          </div>
        )}
        {(problemExternalId !== null || statementStart === null) && (
          <span className="block font-mono text-caption font-text text-ink-3">
            {problemExternalId ?? problem}
          </span>
        )}
      </Cell>
      <Cell className="font-mono text-caption font-text wrap-anywhere max-desk:hidden">
        {solutionExternalId ?? solution}
      </Cell>
      <Cell className="min-w-24 wrap-anywhere">{by}</Cell>
      <Cell className="whitespace-nowrap max-desk:whitespace-normal">{describeMove(change)}</Cell>
    </tr>
  )
}

/** A formula that the cut went through is left out whole. */
function markCut(start: string): string {
  if ([...start].length < statementStartLength) return start
  const open = start.lastIndexOf('$')
  const isInFormula = open > 0 && /[\\^_{}=]/.test(start.slice(open))
  return `${(isInFormula ? start.slice(0, open) : start).trimEnd()} …`
}

function describeMove({ from, to, split }: Difference['firstAdded'][number]): string {
  return from !== null && to !== null && from !== to ? `${from} → ${to}` : split
}
