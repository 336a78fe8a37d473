import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'
import { formatCount } from '@/lib/platform/format'

interface LineError {
  line: number
  location: string
  reason: string
}

const maxShownLines = 5

/** Why a list was rejected: the file, and the first lines with errors. The message itself has the first of them. */
export function HeldOutListError({ fileName, error }: { fileName: string; error: unknown }) {
  const otherLines = readLineErrors(error).slice(1, maxShownLines)
  return (
    <>
      <span className="font-mono text-caption font-text wrap-anywhere">{fileName}</span>:{' '}
      {describeCallError(error)}
      {otherLines.length > 0 && (
        <ul className="grid gap-1 pt-1">
          {otherLines.map(({ line, location, reason }, index) => (
            <li key={index} className="wrap-anywhere">
              line {formatCount(line)}
              {location !== 'line' && !reason.includes(location) && `, ${location}`}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function readLineErrors(error: unknown): LineError[] {
  const errors = error instanceof AppError ? error.details.problems : null
  if (!Array.isArray(errors)) return []
  return errors.filter(
    (each: unknown): each is LineError =>
      typeof each === 'object' &&
      each !== null &&
      typeof (each as LineError).line === 'number' &&
      typeof (each as LineError).reason === 'string',
  )
}
