import { describeError } from '@/lib/client/read-refusal'
import { AppError } from '@/lib/platform/errors'
import { formatCount } from '@/lib/platform/format'

interface NamedLine {
  line: number
  place: string
  reason: string
}

/** The first lines are enough to see what is wrong with a list. */
const shownLines = 5

/** Why a list was not taken: which file, and what its first bad lines are. */
export function RefusedList({ fileName, error }: { fileName: string; error: unknown }) {
  const lines = readNamedLines(error)
  return (
    <>
      <span className="font-mono text-caption font-text wrap-anywhere">{fileName}</span>:{' '}
      {describeError(error)}
      {lines.length > 0 && (
        <ul className="grid gap-1 pt-1">
          {lines.slice(0, shownLines).map(({ line, place, reason }, index) => (
            <li key={index} className="wrap-anywhere">
              line {formatCount(line)}
              {place !== 'line' && `, ${place}`}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function readNamedLines(error: unknown): NamedLine[] {
  const named = error instanceof AppError ? error.details.problems : null
  if (!Array.isArray(named)) return []
  return named.filter(
    (each: unknown): each is NamedLine =>
      typeof each === 'object' &&
      each !== null &&
      typeof (each as NamedLine).line === 'number' &&
      typeof (each as NamedLine).reason === 'string',
  )
}
