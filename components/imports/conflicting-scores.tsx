import { CommandLineText } from '@/components/ui/command-line-text'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'

/** Lists the lines whose solutions already have other scores. Hidden if there are none. */
export function ConflictingScores({ slug, reply }: { slug: string; reply: ImportReply }) {
  const { solutions, lines } = reply.conflictingScores
  if (solutions === 0) return null
  const suffix = solutions > lines.length ? ' and more' : ''
  return (
    <div className="max-w-abstract pt-4 text-strong text-ink-2">
      <p>
        {formatQuantity(solutions, 'solution')} already had other scores (
        {lines.length === 1 ? 'line' : 'lines'} {lines.map(formatCount).join(', ')}
        {suffix}), which are kept. To add scores to existing solutions, import a score run:
      </p>
      <CommandLineText
        command={`npm run -s stepmark -- score import FILE --project ${slug} --name SCORER`}
      />
    </div>
  )
}
