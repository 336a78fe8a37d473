import { CommandLineText } from '@/components/ui/command-line-text'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, Table } from '@/components/ui/table'
import { describeReleaseOptions } from './describe-release'
import { formatReleaseCommand } from './format-release-command'
import type { HeldOutList, Release } from './release'

/** The options of a release, and the command that creates it again. */
export function ReleaseOptionsTable({
  slug,
  release,
  lists,
  people,
}: {
  slug: string
  release: Release
  lists: readonly HeldOutList[]
  /** Names by the id of the account. */
  people: ReadonlyMap<string, string>
}) {
  const nameList = (id: string) => lists.find(({ list }) => list === id)?.name ?? 'a removed list'
  const hasAllLists = release.options.heldOut.lists.every((id) =>
    lists.some(({ list }) => list === id),
  )
  const rows = describeReleaseOptions(release.options, {
    list: nameList,
    person: (labeler) => people.get(labeler) ?? labeler,
  })
  return (
    <section aria-labelledby="options" className="pb-12">
      <SectionHeader id="options" title="Options" />
      <Table aria-labelledby="options">
        <tbody>
          {rows.map(({ label, text }) => (
            <tr key={label}>
              <th
                scope="row"
                className="w-44 border-b border-rule px-2 py-1.5 text-left align-baseline font-book whitespace-nowrap text-ink-3 max-desk:w-32 max-desk:whitespace-normal"
              >
                {label}
              </th>
              <TableCell className="wrap-anywhere">{text}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="pt-3">
        {hasAllLists ? (
          <CommandLineText
            command={formatReleaseCommand(
              { project: slug, name: release.name, ...release.options },
              nameList,
              lists.length > 0,
            )}
          />
        ) : (
          <p className="text-caption text-ink-3">
            One of its held-out lists was removed. Add it again to repeat this release.
          </p>
        )}
      </div>
    </section>
  )
}
