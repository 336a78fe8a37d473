import { CommandLine } from '@/components/ui/command-line'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatBytes, formatCount } from '@/lib/platform/format'
import { listNotTaken } from './describe-release'
import type { Release } from './release'

/** What a release holds, by split and by file. */
export function ReleaseFiles({ slug, release }: { slug: string; release: Release }) {
  return (
    <div className="grid gap-12 pb-12">
      <Counts counts={release.counts} />
      <NotTaken counts={release.counts} />
      <section aria-labelledby="files">
        <SectionHead id="files" title="Files">
          checked by <code>sha256sum -c SHA256SUMS</code>
        </SectionHead>
        <Table aria-labelledby="files">
          <thead>
            <tr>
              <HeadCell>File</HeadCell>
              <HeadCell numeric>Rows</HeadCell>
              <HeadCell numeric>Size</HeadCell>
              <HeadCell className="max-wide:hidden">SHA-256</HeadCell>
            </tr>
          </thead>
          <tbody>
            {release.files.map(({ name, bytes, rows, sha256 }) => (
              <tr key={name}>
                <Cell className="wrap-anywhere">
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
                </Cell>
                <Cell numeric>{rows === null ? '' : formatCount(rows)}</Cell>
                <Cell numeric className="whitespace-nowrap">
                  {formatBytes(bytes)}
                </Cell>
                <Cell className="font-mono text-caption font-text wrap-anywhere text-ink-2 max-wide:hidden">
                  {sha256}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
        <div className="grid gap-1 pt-3">
          <CommandLine
            command={`npm run -s stepmark -- release download ${release.number} --project ${slug}`}
          />
          <CommandLine
            command={`npm run -s stepmark -- release push ${release.number} --project ${slug} --repo NAME/DATASET`}
          />
          <p className="text-caption text-ink-3">
            The second puts all files on the Hugging Face hub, as a private dataset.
          </p>
        </div>
      </section>
    </div>
  )
}

/** Why other submitted annotations are not in it. */
function NotTaken({ counts }: { counts: Release['counts'] }) {
  const rows = listNotTaken(counts?.notTaken ?? null)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="not-taken">
      <SectionHead id="not-taken" title="What was not taken" />
      <Table aria-labelledby="not-taken" className="max-w-abstract">
        <thead>
          <tr>
            <HeadCell>Why</HeadCell>
            <HeadCell numeric>Annotations</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ words, annotations }) => (
            <tr key={words}>
              <Cell>{words}</Cell>
              <Cell numeric>{formatCount(annotations)}</Cell>
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
    { name: 'held out, left out', ...counts.leftOut },
  ]
  return (
    <section aria-labelledby="counts">
      <SectionHead id="counts" title="What it holds" />
      <Table aria-labelledby="counts" className="max-w-abstract">
        <thead>
          <tr>
            <HeadCell>Split</HeadCell>
            <HeadCell numeric>Annotations</HeadCell>
            <HeadCell numeric>Solutions</HeadCell>
            <HeadCell numeric>Problems</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, annotations, solutions, problems }) => (
            <tr key={name}>
              <Cell>{name}</Cell>
              <Cell numeric>{formatCount(annotations)}</Cell>
              <Cell numeric>{formatCount(solutions)}</Cell>
              <Cell numeric>{formatCount(problems)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
