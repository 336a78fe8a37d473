import { CommandLineText } from '@/components/ui/command-line-text'
import { TableSection } from '@/components/ui/table-section'
import { listExclusions } from '@/lib/exports/explain-exclusions'
import { capitalise, formatBytes, formatCount } from '@/lib/platform/format'
import type { Release } from './release'

/** The contents of a release by split, and its files. */
export function ReleaseFiles({ slug, release }: { slug: string; release: Release }) {
  return (
    <div className="grid gap-12 pb-12">
      <Counts counts={release.counts} />
      <ExcludedAnnotations counts={release.counts} />
      <TableSection
        id="files"
        title="Files"
        note={
          <>
            With all files in one folder, verify with <code>sha256sum -c SHA256SUMS</code>
          </>
        }
        rows={release.files}
        rowKey={({ name }) => name}
        columns={[
          {
            header: 'File',
            className: 'wrap-anywhere',
            render: ({ name, sha256 }) => (
              <>
                <a
                  download={name}
                  href={`/api/v1/projects/${slug}/releases/${release.number}/files/${name}`}
                  className="font-mono text-caption font-text"
                >
                  {name}
                </a>
                <span className="block font-mono text-caption font-text text-ink-3 wide:hidden">
                  {sha256}
                </span>
              </>
            ),
          },
          {
            header: 'Rows',
            numeric: true,
            render: ({ rows }) => rows !== null && formatCount(rows),
          },
          {
            header: 'Size',
            numeric: true,
            className: 'whitespace-nowrap',
            render: ({ bytes }) => formatBytes(bytes),
          },
          {
            header: 'SHA-256',
            minScreen: 'wide',
            cellClassName: 'font-mono text-caption font-text wrap-anywhere text-ink-2',
            render: ({ sha256 }) => sha256,
          },
        ]}
      >
        <div className="grid gap-1 pt-3">
          <CommandLineText
            command={`npm run -s stepmark -- release download ${release.number} --project ${slug}`}
          />
          <CommandLineText
            command={`npm run -s stepmark -- release push ${release.number} --project ${slug} --repo NAME/DATASET`}
          />
          <p className="text-caption text-ink-3">
            The second command uploads all files to the Hugging Face hub as a private dataset.
          </p>
        </div>
      </TableSection>
    </div>
  )
}

/** Submitted annotations that are not in the release, by reason. */
function ExcludedAnnotations({ counts }: { counts: Release['counts'] }) {
  const rows = listExclusions(counts?.excluded ?? null)
  if (rows.length === 0) return null
  return (
    <TableSection
      id="excluded"
      title="Excluded annotations"
      className="max-w-abstract"
      rows={rows}
      rowKey={({ text }) => text}
      columns={[
        { header: 'Reason', render: ({ text }) => capitalise(text) },
        {
          header: 'Annotations',
          numeric: true,
          render: ({ annotations }) => formatCount(annotations),
        },
      ]}
    />
  )
}

function Counts({ counts }: { counts: Release['counts'] }) {
  if (!counts) return null
  const rows = [
    { name: 'train', ...counts.train },
    { name: 'test', ...counts.test },
    { name: 'held out', ...counts.heldOut },
  ]
  return (
    <TableSection
      id="counts"
      title="Contents"
      className="max-w-abstract"
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { header: 'Split', render: ({ name }) => name },
        {
          header: 'Annotations',
          numeric: true,
          render: ({ annotations }) => formatCount(annotations),
        },
        { header: 'Solutions', numeric: true, render: ({ solutions }) => formatCount(solutions) },
        { header: 'Problems', numeric: true, render: ({ problems }) => formatCount(problems) },
      ]}
    />
  )
}
