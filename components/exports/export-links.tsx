import { CommandLine } from '@/components/ui/command-line'
import { formatCount } from '@/lib/platform/format'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'

const formats = [
  {
    format: 'prm800k',
    name: 'PRM800K',
    holds:
      'the problem, every step with its rating, the first error, how it ended, who and when. What PRM800K has no place for is left out.',
  },
  {
    format: 'stepmark',
    name: 'Stepmark',
    holds:
      'all that is stored: also explanations, progress, notes, times, and what the data came with. From a terminal --events adds every act.',
  },
] as const

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
            {formats.map(({ format, name }) => (
              <HeadCell key={format} className="text-right">
                {name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ labels, name, count }) => (
            <tr key={labels}>
              <Cell>{name}</Cell>
              <Cell numeric>{formatCount(count)}</Cell>
              {formats.map(({ format, name: formatName }) => (
                <Cell key={format} className="text-right">
                  {count === 0 ? (
                    <span className="whitespace-nowrap text-ink-3">none yet</span>
                  ) : (
                    <a
                      download
                      href={`/api/v1/projects/${slug}/export?format=${format}&labels=${labels}`}
                      aria-label={`Download ${labels} labellings as ${formatName} JSONL`}
                    >
                      Download
                    </a>
                  )}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <FormatNotes />
      <CommandLine command={`npm run -s stepmark -- export --project ${slug} --format prm800k`} />
    </section>
  )
}

/** What one gets, before one asks for it. */
function FormatNotes() {
  return (
    <div className="space-y-1 pt-2 pb-4 text-caption text-ink-3">
      <p>
        JSONL, one submitted labelling a line, oldest first, as of the moment you ask. Unfinished
        work stays here.
      </p>
      {formats.map(({ format, name, holds }) => (
        <p key={format}>
          <span className="text-ink-2">{name}</span> holds {holds}
        </p>
      ))}
    </div>
  )
}
