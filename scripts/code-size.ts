export interface CodeLine {
  /** Without indentation. */
  text: string
  file: string
  /** Starts at 1. */
  line: number
}

/** Two locations with the same code lines. */
export interface RepeatedPair {
  /** The first line at both locations. */
  locations: readonly [CodeLine, CodeLine]
  /** Number of equal code lines. */
  length: number
}

/** Shorter runs of equal lines are not counted. */
export const minRepeatedLines = 6

const testFile = /\.(test|spec)\.tsx?$|(^|\/)testing\/|^(e2e|system)\//
const generatedFile = /^(lib\/generated|prisma\/migrations|prisma\/seed\/demo)\//
const sourceFile = /\.(tsx?|mjs|css|sql)$/
const lineComment = /^(\/\/|--)/
const blockComment = /^\{?\/\*/
const firstImportLine = /^import\b|^export .* from '/
const lastImportLine = /'$/

/** Tests, migrations and generated files are not measured. */
export const isMeasuredFile = (file: string) =>
  sourceFile.test(file) && !testFile.test(file) && !generatedFile.test(file)

/** The lines of a formatted file, without blank lines and comments. */
export function listCodeLines(file: string, source: string): CodeLine[] {
  const lines: CodeLine[] = []
  let isComment = false
  for (const [index, rawText] of source.split('\n').entries()) {
    const text = rawText.trim()
    if (isComment || blockComment.test(text)) isComment = !text.includes('*/')
    else if (text !== '' && !lineComment.test(text)) lines.push({ text, file, line: index + 1 })
  }
  return lines
}

function dropImports(lines: readonly CodeLine[]): CodeLine[] {
  let isImport = false
  return lines.filter(({ text }) => {
    const isImportLine = isImport || firstImportLine.test(text)
    isImport = isImportLine && !lastImportLine.test(text)
    return !isImportLine
  })
}

/**
 * Finds the pairs of locations that share at least `minRepeatedLines` code lines, not counting imports. A longer run is one
 * pair. Three copies are three pairs.
 *
 * @param files the code lines of each file
 */
export function findRepeatedPairs(files: readonly (readonly CodeLine[])[]): RepeatedPair[] {
  const pairs: RepeatedPair[] = []
  const earlierRuns = new Map<string, { lines: readonly CodeLine[]; start: number }[]>()
  for (const lines of files.map(dropImports))
    for (let start = 0; start + minRepeatedLines <= lines.length; start += 1) {
      const key = lines
        .slice(start, start + minRepeatedLines)
        .map(({ text }) => text)
        .join('\n')
      const earlierRunsOfKey = earlierRuns.get(key) ?? []
      for (const earlierRun of earlierRunsOfKey) {
        const isEqual = (offset: number) =>
          lines[start + offset] !== undefined &&
          lines[start + offset]?.text === earlierRun.lines[earlierRun.start + offset]?.text
        // Part of a run that is counted from its first line.
        if (isEqual(-1)) continue
        let length = minRepeatedLines
        while (isEqual(length)) length += 1
        pairs.push({ locations: [earlierRun.lines[earlierRun.start]!, lines[start]!], length })
      }
      earlierRuns.set(key, [...earlierRunsOfKey, { lines, start }])
    }
  return pairs
}
