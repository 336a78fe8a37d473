/**
 * A formula that KaTeX typeset on the server: the only trusted HTML. Shows the source if it could
 * not be typeset.
 */
export function Formula({
  source,
  html,
  display = false,
}: {
  source: string
  html: string | null
  display?: boolean
}) {
  if (html === null)
    return (
      <code
        className={
          display ? `${fallbackClasses} block overflow-x-auto whitespace-pre-wrap` : fallbackClasses
        }
      >
        {source}
      </code>
    )
  if (display) return <div className="last:pb-2" dangerouslySetInnerHTML={{ __html: html }} />
  return <span dangerouslySetInnerHTML={{ __html: html }} />
}

const fallbackClasses = 'bg-wash px-1 py-0.5 text-[0.85em] text-ink-2'
