import type { ProtectedContent } from './placeholders'

export type ProseOrCode =
  | { kind: 'prose'; text: string }
  | Extract<ProtectedContent, { kind: 'figure' }>

/**
 * Fences of three backticks or tildes, also in a list or a quotation, and Asymptote figures and
 * tables as in MATH. Their dollars are not formulas.
 */
const codeBlock =
  /^([ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^`\n]*)\n([^]*?)(?:^[ \t>]*\2[`~]*[ \t]*$|(?![^]))|\[asy\]((?:(?!\[asy\])[^])*?)\[\/asy\]|(\\begin\{tabular\}(?:(?!\\begin\{tabular\})[^])*?\\end\{tabular\})/gm

/**
 * Splits a text into prose and code. The marker of an item or quotation in which a fence opens
 * stays with the prose.
 */
export function splitProseAndCode(source: string): ProseOrCode[] {
  const parts: ProseOrCode[] = []
  let from = 0

  function pushProse(to: number) {
    if (to > from) parts.push({ kind: 'prose', text: source.slice(from, to) })
  }

  for (const match of source.matchAll(codeBlock)) {
    const {
      index,
      0: matchedText,
      1: linePrefix = '',
      3: language,
      4: fenced,
      5: figure,
      6: table,
    } = match
    pushProse(index + linePrefix.length)
    parts.push({
      kind: 'figure',
      language: figure === undefined ? language?.trim() || null : 'asy',
      text: removeIndent(fenced ?? figure ?? table ?? '', linePrefix).replace(/^\n+|\n+$/g, ''),
    })
    from = index + matchedText.length
  }
  pushProse(source.length)
  return parts
}

/** Code in an item or a quotation, moved left by the indentation of its fence. */
function removeIndent(code: string, linePrefix: string): string {
  const quoteMarkers = /^(?:.*>[ \t])?/.exec(linePrefix)![0]
  const depth = quoteMarkers.split('>').length - 1
  const unquotedCode = code.replaceAll(new RegExp(`^(?:[ \\t]*>[ \\t]?){0,${depth}}`, 'gm'), '')
  const width = linePrefix.length - quoteMarkers.length
  return width === 0
    ? unquotedCode
    : unquotedCode.replaceAll(new RegExp(`^[ \\t]{1,${width}}`, 'gm'), '')
}
