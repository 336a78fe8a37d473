import { CommandLine } from '@/components/ui/command-line'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, Table } from '@/components/ui/table'
import { describeOptions } from './describe-release'
import type { HeldOutList, Release } from './release'
import { writeCommand } from './write-command'

/** How a release was asked for: enough to ask for it again. */
export function ReleaseAsked({
  slug,
  release,
  lists,
  people,
}: {
  slug: string
  release: Release
  lists: readonly HeldOutList[]
  /** Names by account. */
  people: ReadonlyMap<string, string>
}) {
  const nameList = (id: string) =>
    lists.find(({ list }) => list === id)?.name ?? 'a list that is removed'
  const isKnown = release.options.heldOut.lists.every((id) => lists.some(({ list }) => list === id))
  const rows = describeOptions(release.options, {
    list: nameList,
    person: (labeler) => people.get(labeler) ?? labeler,
  })
  return (
    <section aria-labelledby="asked" className="pb-12">
      <SectionHead id="asked" title="How it was asked for" />
      <Table aria-labelledby="asked">
        <tbody>
          {rows.map(({ place, words }) => (
            <tr key={place}>
              <th
                scope="row"
                className="w-44 border-b border-rule px-2 py-1.5 text-left align-baseline font-book whitespace-nowrap text-ink-3 max-desk:w-32 max-desk:whitespace-normal"
              >
                {place}
              </th>
              <Cell className="wrap-anywhere">{words}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="pt-3">
        {isKnown ? (
          <CommandLine
            command={writeCommand(
              { project: slug, name: release.name, ...release.options },
              nameList,
              lists.length > 0,
            )}
          />
        ) : (
          <p className="text-caption text-ink-3">
            A list that it was made with is removed: add it again to ask for the same.
          </p>
        )}
      </div>
    </section>
  )
}
