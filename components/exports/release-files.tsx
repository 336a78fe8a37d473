import { CommandLineText } from '@/components/ui/command-line-text'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatBytes, formatCount } from '@/lib/platform/format'
import { listReleaseExclusions } from './describe-release'
import type { Release } from './release'

/** The contents of a release by split, and its files. */
export function ReleaseFiles({ slug, release }: { slug: string; release: Release }) {
  return (
    <div className="grid gap-12 pb-12">
      <Counts counts={release.counts} />
      <ExcludedAnnotations counts={release.counts} />
      <section aria-labelledby="files">
        <SectionHeader id="files" title="Files">
          Verify with <code>sha256sum -c SHA256SUMS</code>
        </SectionHeader>
        <Table aria-labelledby="files">
          <thead>
            <tr>
              <TableHeaderCell>File</TableHeaderCell>
              <TableHeaderCell numeric>Rows</TableHeaderCell>
              <TableHeaderCell numeric>Size</TableHeaderCell>
              <TableHeaderCell className="max-wide:hidden">SHA-256</TableHeaderCell>
            </tr>
          </thead>
          <tbody>
            {release.files.map(({ name, bytes, rows, sha256 }) => (
              <tr key={name}>
                <TableCell className="wrap-anywhere">
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
                </TableCell>
                <TableCell numeric>{rows === null ? '' : formatCount(rows)}</TableCell>
                <TableCell numeric className="whitespace-nowrap">
                  {formatBytes(bytes)}
                </TableCell>
                <TableCell className="font-mono text-caption font-text wrap-anywhere text-ink-2 max-wide:hidden">
                  {sha256}
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
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
      </section>
    </div>
  )
}

/** Submitted annotations that are not in the release, by reason. */
function ExcludedAnnotations({ counts }: { counts: Release['counts'] }) {
  const rows = listReleaseExclusions(counts?.excluded ?? null)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="excluded">
      <SectionHeader id="excluded" title="Excluded annotations" />
      <Table aria-labelledby="excluded" className="max-w-abstract">
        <thead>
          <tr>
            <TableHeaderCell>Reason</TableHeaderCell>
            <TableHeaderCell numeric>Annotations</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, annotations }) => (
            <tr key={text}>
              <TableCell>{text}</TableCell>
              <TableCell numeric>{formatCount(annotations)}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
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
    <section aria-labelledby="counts">
      <SectionHeader id="counts" title="Contents" />
      <Table aria-labelledby="counts" className="max-w-abstract">
        <thead>
          <tr>
            <TableHeaderCell>Split</TableHeaderCell>
            <TableHeaderCell numeric>Annotations</TableHeaderCell>
            <TableHeaderCell numeric>Solutions</TableHeaderCell>
            <TableHeaderCell numeric>Problems</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, annotations, solutions, problems }) => (
            <tr key={name}>
              <TableCell>{name}</TableCell>
              <TableCell numeric>{formatCount(annotations)}</TableCell>
              <TableCell numeric>{formatCount(solutions)}</TableCell>
              <TableCell numeric>{formatCount(problems)}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
