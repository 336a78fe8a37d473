import { CommandLine } from '@/components/ui/command-line'
import { formatCount } from '@/lib/platform/format'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'

/** The labels as files. Plain links: the browser writes to disk as the server reads. */
export function ExportLinks({
  slug,
  labellings,
  imported,
}: {
  slug: string
  /** Submitted, all. */
  labellings: number
  /** Of these, those that came with data. */
  imported: number
}) {
  const rows = [
    { labels: 'own', name: 'own, made here', count: labellings - imported },
    { labels: 'imported', name: 'imported, came with data', count: imported },
    { labels: 'all', name: 'all', count: labellings },
  ]
  return (
    <section aria-labelledby="export">
      <SectionHead id="export" title="What goes out" />
      <Table>
        <thead>
          <tr>
            <HeadCell>Labellings</HeadCell>
            <HeadCell numeric>Lines</HeadCell>
            <HeadCell className="text-right">PRM800K JSONL</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ labels, name, count }) => (
            <tr key={labels}>
              <Cell>{name}</Cell>
              <Cell numeric>{formatCount(count)}</Cell>
              <Cell className="text-right">
                {count === 0 ? (
                  <span className="text-ink-3">none yet</span>
                ) : (
                  <a
                    download
                    href={`/api/v1/projects/${slug}/export?format=prm800k&labels=${labels}`}
                    aria-label={`Download ${labels} labellings as PRM800K JSONL`}
                  >
                    Download
                  </a>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="pt-2 pb-4 text-caption text-ink-3">
        One submitted labelling a line, oldest first, as of the moment you ask: the problem, every
        step with its rating, the first error, why it ended, who and when. Unfinished work stays
        here.
      </p>
      <CommandLine command={`npm run -s stepmark -- export --project ${slug} --format prm800k`} />
    </section>
  )
}
