/** Commands whose braces hold a calculation as it stands. */
const frames = /\\(?:boxed|fbox|text|textbf|mathbf|mathrm|bm)\s*\{$/
/** What has no say in a calculation: how it is set, and where its line ends. */
const setting = String.raw`(?:\s|\$|&|~|\\[()[\]]|\\\\|\\left(?![a-z])|\\right(?![a-z])|\\[,;:! ]|\*{2,})`
const leading = new RegExp(`^${setting}+`)
const trailing = new RegExp(`${setting}+$`)
const operator = String.raw`[-+*/×·⋅∗÷−–^_:]|\\(?:times|cdot|ast|div|pm|mp|frac|dfrac|tfrac|cfrac|sqrt|ldots|dots|cdots|mod|bmod|pmod)(?![a-zA-Z])`
const goesOn = new RegExp(`^(?:${operator}|[!%°(]|\\\\%|mod\\b)`)
const goesOver = new RegExp(`(?:${operator})$`)
const bullet = /(?:^|\n)[ \t]*[-*•][ \t$]*$/

/**
 * Whether a piece of a step is all of a calculation: nothing before or after it belongs to it, on the next line neither,
 * and no letters that are a product were taken for a unit. Errs towards no.
 *
 * @param start and `end` in UTF-16 units
 */
export function isReadWhole(text: string, start: number, end: number): boolean {
  const [before, piece, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  if (hasProductOfLetters(piece)) return false
  return isBeginning(before, piece) && isEnd(before, after)
}

/** `4ac`, `ab(3)`: letters that stand beside a number or a bracket, commands left out. */
export function hasProductOfLetters(text: string): boolean {
  const bare = text
    .replaceAll(/\\(?:text|mathrm|mbox|textbf|textit|operatorname)\s*\{[^{}]*\}/g, ' ')
    .replaceAll(/\\[a-zA-Z]+/g, ' ')
  return /[\d)}][a-zA-Z]{2,}|[a-zA-Z]{2,}[\d({^]/.test(bare)
}

function isBeginning(before: string, piece: string): boolean {
  if (/[a-zA-Z\d.)}]$/.test(before)) return false
  const isSigned = /^[-+−–]/.test(piece)
  if (isSigned && /[a-zA-Z\d)}]\s*$/.test(before)) return false
  if (bullet.test(before)) return isSentence(before.replace(bullet, ''))
  const rest = before.replace(trailing, '')
  if (/[({]$/.test(rest)) return frames.test(rest) || /(?:^|[\s$])[({]$/.test(rest)
  return !goesOver.test(rest)
}

function isEnd(before: string, after: string): boolean {
  if (/^[a-zA-Z]/.test(after)) return false
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const isListed = /^[ \t]*[-*•][ \t]/.test(line) && /^[^\n\w]*\n[ \t]*[-*•][ \t]/.test(after)
  return (
    isListed ||
    !goesOn.test(
      after
        .replace(leading, '')
        .replace(/^[)}]+/, '')
        .replace(leading, ''),
    )
  )
}

/** The line before is no calculation that the sign of a bullet could go on with. */
function isSentence(text: string): boolean {
  const rest = text.replace(trailing, '')
  return rest === '' || /[.:;!?]$|[a-zA-Z]{3,}$/.test(rest)
}
