/** LaTeX commands whose braces contain a whole calculation. */
const wrapperCommand = /\\(?:boxed|fbox|text|textbf|mathbf|mathrm|bm)\s*\{$/
/** Layout and line breaks, which are not part of a calculation. */
const ignorable = String.raw`(?:\s|\$|&|~|\\[()[\]]|\\\\|\\left(?![a-z])|\\right(?![a-z])|\\[,;:! ]|\*{2,})`
const leadingIgnorable = new RegExp(`^${ignorable}+`)
const trailingIgnorable = new RegExp(`${ignorable}+$`)
const operator = String.raw`[-+*/×·⋅∗÷−–^_:]|\\(?:times|cdot|ast|div|pm|mp|frac|dfrac|tfrac|cfrac|sqrt|ldots|dots|cdots|mod|bmod|pmod)(?![a-zA-Z])`
const continuation = new RegExp(`^(?:${operator}|[!%°(]|\\\\%|mod\\b)`)
const openEnd = new RegExp(`(?:${operator})$`)
const bullet = /(?:^|\n)[ \t]*[-*•][ \t$]*$/

/**
 * Whether the text between `start` and `end` (UTF-16 units) is a self-contained calculation: nothing before or after belongs to
 * it, and no product of variables was taken for a unit. Returns false when in doubt.
 */
export function isSelfContainedCalculation(text: string, start: number, end: number): boolean {
  const [before, calculation, after] = [
    text.slice(0, start),
    text.slice(start, end),
    text.slice(end),
  ]
  if (containsProductOfVariables(calculation)) return false
  return startsCalculation(before, calculation) && endsCalculation(before, after)
}

/** Whether letters are next to a number or a bracket, as in `4ac` and `ab(3)`. Ignores LaTeX commands. */
export function containsProductOfVariables(text: string): boolean {
  const plainText = text
    .replaceAll(/\\(?:text|mathrm|mbox|textbf|textit|operatorname)\s*\{[^{}]*\}/g, ' ')
    .replaceAll(/\\[a-zA-Z]+/g, ' ')
  return /[\d)}][a-zA-Z]{2,}|[a-zA-Z]{2,}[\d({^]/.test(plainText)
}

function startsCalculation(before: string, calculation: string): boolean {
  if (/[a-zA-Z\d.)}]$/.test(before)) return false
  const isSigned = /^[-+−–]/.test(calculation)
  if (isSigned && /[a-zA-Z\d)}]\s*$/.test(before)) return false
  if (bullet.test(before)) return endsSentence(before.replace(bullet, ''))
  const precedingText = before.replace(trailingIgnorable, '')
  if (/[({]$/.test(precedingText))
    return wrapperCommand.test(precedingText) || /(?:^|[\s$])[({]$/.test(precedingText)
  return !openEnd.test(precedingText)
}

function endsCalculation(before: string, after: string): boolean {
  if (/^[a-zA-Z]/.test(after)) return false
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const isListed = /^[ \t]*[-*•][ \t]/.test(line) && /^[^\n\w]*\n[ \t]*[-*•][ \t]/.test(after)
  return (
    isListed ||
    !continuation.test(
      after
        .replace(leadingIgnorable, '')
        .replace(/^[)}]+/, '')
        .replace(leadingIgnorable, ''),
    )
  )
}

/** Whether the text ends a sentence, so that a following `-` or `*` is a bullet and not an operator. */
function endsSentence(text: string): boolean {
  const trimmedText = text.replace(trailingIgnorable, '')
  return trimmedText === '' || /[.:;!?]$|[a-zA-Z]{3,}$/.test(trimmedText)
}
