import { AppError } from '@/lib/platform/errors'

/** More than the input of any contract needs. */
const maxDepth = 64

const [quote, backslash] = [0x22, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [comma, colon] = [0x2c, 0x3a]

/** `keys` is null for an array; `part` is the current key or index. */
interface Frame {
  keys: Set<string> | null
  part: string | number
}

/**
 * Finds a key that occurs twice in one object. `JSON.parse` keeps the last one, but a proxy or a log may read the first.
 *
 * @param text valid JSON
 * @returns its location, with dots between keys and indexes; null if there is none
 * @throws `invalid_input` if the text is nested deeper than any contract
 */
export function findRepeatedJsonKey(text: string): string | null {
  const frames: Frame[] = []
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === quote) {
      const end = findClosingQuote(text, position)
      const frame = frames.at(-1)
      // Without the colon it is a value.
      if (frame?.keys && readNextCode(text, end + 1) === colon) {
        const key = readKey(text.slice(position, end + 1))
        frame.part = key
        if (frame.keys.has(key)) return formatPath(frames)
        frame.keys.add(key)
      }
      position = end
    } else if (code === openBrace) pushFrame(frames, { keys: new Set(), part: '' })
    else if (code === openBracket) pushFrame(frames, { keys: null, part: 0 })
    else if (code === closeBrace || code === closeBracket) frames.pop()
    else if (code === comma) {
      const frame = frames.at(-1)
      if (typeof frame?.part === 'number') frame.part += 1
    }
  }
  return null
}

function pushFrame(frames: Frame[], frame: Frame): void {
  if (frames.length === maxDepth)
    throw new AppError('invalid_input', `The body is nested deeper than ${maxDepth} levels.`)
  frames.push(frame)
}

function findClosingQuote(text: string, from: number): number {
  for (let end = from + 1; ; end++) {
    const code = text.charCodeAt(end)
    if (code === quote || end >= text.length) return end
    if (code === backslash) end += 1
  }
}

/** The code of the first character that is not white space. */
function readNextCode(text: string, from: number): number {
  let position = from
  while (text.charCodeAt(position) <= 0x20) position += 1
  return text.charCodeAt(position)
}

function readKey(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

const formatPath = (frames: readonly Frame[]) => frames.map(({ part }) => part).join('.') || '""'
