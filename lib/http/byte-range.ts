/** Bytes `from` up to, but not including, `to`. */
export interface RequestedByteRange {
  from: number
  to: number
}

/**
 * Reads the header `Range` for a file of `bytes` (RFC 9110, section 14). `whole`: no range, several ranges, or one
 * that can't be parsed, which a server may ignore. `unsatisfiable`: the range contains no byte of the file.
 */
export function parseRangeHeader(
  header: string | null,
  bytes: number,
): RequestedByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/i.exec(header?.trim() ?? '')
  const [firstText, lastText] = [match?.[1] ?? '', match?.[2] ?? '']
  if (firstText === '' && lastText === '') return 'whole'
  if (firstText === '')
    return Number(lastText) === 0 ? 'unsatisfiable' : readSuffix(Number(lastText), bytes)
  const from = Number(firstText)
  const to = lastText === '' ? bytes : Math.min(Number(lastText) + 1, bytes)
  if (lastText !== '' && Number(lastText) < from) return 'whole'
  return from >= bytes ? 'unsatisfiable' : { from, to }
}

function readSuffix(length: number, bytes: number): RequestedByteRange | 'unsatisfiable' {
  return bytes === 0 ? 'unsatisfiable' : { from: Math.max(0, bytes - length), to: bytes }
}
