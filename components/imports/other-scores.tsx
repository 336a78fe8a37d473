import { CommandLine } from '@/components/ui/command-line'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'

/** Says that scores of the file are not taken for solutions that stand with others; nothing where there are none. */
export function OtherScores({ slug, reply }: { slug: string; reply: ImportReply }) {
  const { solutions, lines } = reply.otherScores
  if (solutions === 0) return null
  const more = solutions > lines.length ? ' and more' : ''
  return (
    <div className="max-w-abstract pt-4 text-strong text-ink-2">
      <p>
        {formatNoun(solutions, 'solution', 'solutions')} stood with other scores already (
        {lines.length === 1 ? 'line' : 'lines'} {lines.map(formatCount).join(', ')}
        {more}): those stay, and the scores of the file are left out. Scores of solutions that are
        here come in from a terminal, as a score run of their own:
      </p>
      <CommandLine
        command={`npm run -s stepmark -- score import FILE --project ${slug} --name "what scored"`}
      />
    </div>
  )
}
