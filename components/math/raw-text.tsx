/** A text, unchanged. */
export function RawText({ source }: { source: string }) {
  return (
    <pre className="font-mono text-caption/5 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
      {source}
    </pre>
  )
}
