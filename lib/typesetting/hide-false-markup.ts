import { hideSignFromMarkdown } from './placeholders'

/**
 * Markers further right are text, so that nothing nests deeper than the Markdown reader goes or the
 * page can show.
 */
const maxColumn = 16

const marker = /^([ \t]*)(>|[-*+]|\d{1,9}[.)])([ \t]+|$|(?=>))/
const thematicBreak = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/
/** A word, a formula or code: an item contains one, the end of a sum does not. */
const textContent = /\p{L}{2}|[\p{Script=Han}$`]|\\[a-z([]/u
const textStart = /^(?:\p{L}{2}|[AI] \p{L}{2}|[\p{Script=Han}*`"'“‘([$]|\\[a-z([])/u

export interface LineStartReplacement {
  /** The beginning of the line as Markdown may read it, and the length that it replaces. */
  text: string
  length: number
  isQuoted: boolean
}

interface LineState {
  previousLine: 'blank' | 'text' | 'marked'
  inList: boolean
  inQuote: boolean
  /** The last non-empty line ended in a colon, or was a heading. */
  announcesList: boolean
}

/**
 * Reads the beginnings of lines in order and hides what looks like a list or quotation but is
 * mathematics: the minus of `- 2 = 8` on a separate line, the `> 5` at the end of an inequality.
 */
export function createFalseMarkupHider(): (line: string, next: string) => LineStartReplacement {
  const state: LineState = {
    previousLine: 'blank',
    inList: false,
    inQuote: false,
    announcesList: false,
  }

  return (line, next) => {
    if (line.trim() === '') {
      state.previousLine = 'blank'
      state.inQuote = false
      return { text: '', length: 0, isQuoted: false }
    }
    const replacement = hideFalseMarkers(line, next, state)
    state.announcesList = /:[*_]{0,2}[ \t]*$|^[ \t]*#/.test(line)
    return replacement
  }
}

function hideFalseMarkers(line: string, next: string, state: LineState): LineStartReplacement {
  const wasBlank = state.previousLine === 'blank'
  let text = ''
  let length = 0
  let isQuoted = false
  let isMarked = false
  while (!thematicBreak.test(line.slice(length))) {
    const match = marker.exec(line.slice(length))
    if (!match) break
    const { 0: markerText, 1: indent = '', 2: sign = '' } = match
    const column = length + indent.length
    const content = line.slice(length + markerText.length)
    const isAllowed =
      column <= maxColumn && (isMarked || isMarker(sign, { content, next, indent, state }))
    if (!isAllowed) {
      text += indent + sign.slice(0, -1) + hideSignFromMarkdown(sign.at(-1)!)
      length += indent.length + sign.length
      break
    }
    isMarked = true
    if (sign === '>') isQuoted = true
    else state.inList = true
    text += markerText
    length += markerText.length
  }
  if (!isMarked && wasBlank && !/^[ \t]/.test(line)) state.inList = false
  state.inQuote = isQuoted
  state.previousLine = isMarked ? 'marked' : 'text'
  return { text, length, isQuoted }
}

function isMarker(
  sign: string,
  context: { content: string; next: string; indent: string; state: LineState },
): boolean {
  const { content, next, indent, state } = context
  const continuesOnNextLine = next.startsWith(indent + sign) && marker.test(next)
  if (/\d/.test(sign)) return true
  if (sign === '>') {
    // `>>>` is Python's prompt.
    if (content.startsWith('>>')) return false
    if (state.inQuote) return true
    return state.previousLine === 'blank' && (continuesOnNextLine || textContent.test(content))
  }
  if (state.inList || state.announcesList) return true
  if (state.previousLine === 'blank') return continuesOnNextLine || textContent.test(content)
  if (sign === '+') return false
  return (
    textStart.test(content) ||
    (continuesOnNextLine && textContent.test(content) && textContent.test(next))
  )
}
