/** Links to the sections of the page. */
export function ApiDocsContents({
  rows,
}: {
  rows: readonly { id: string; title: string; note?: string }[]
}) {
  return (
    <nav aria-label="Contents" className="pb-12">
      <ul className="columns-3 gap-x-6 max-wide:columns-2 max-desk:columns-1">
        {rows.map(({ id, title, note }) => (
          <li key={id} className="break-inside-avoid py-0.5">
            <a href={`#${id}`}>{title}</a>
            {note && <span className="text-ink-3">, {note}</span>}
          </li>
        ))}
      </ul>
    </nav>
  )
}
