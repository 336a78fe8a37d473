import type { LineError } from '@/lib/formats/record'
import { printMessage, type Shell, showText } from './shell'

/** Maximum length of an excerpt. One of this length was cut. */
const excerptLength = 160

/** Reports an invalid line like a compiler, `FILE:LINE: location: reason`, with its beginning. */
export function reportLineProblem(
  shell: Shell,
  fileName: string,
  { line, location, reason, excerpt }: LineError,
): void {
  const cut = excerpt.length >= excerptLength ? '…' : ''
  printMessage(
    shell,
    `${fileName}:${line}: ${showText(`${location}: ${reason}`)}\n    ${showText(excerpt)}${cut}`,
  )
}
