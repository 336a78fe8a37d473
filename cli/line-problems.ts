import type { LineProblem } from '@/lib/formats/record'
import { say, type Shell, showText } from './shell'

/** What an excerpt holds at most: one as long as this was cut. */
const excerptLength = 160

/** Names a line that cannot be used as compilers name theirs, `FILE:LINE: place: reason`, and shows how it begins. */
export function tellLineProblem(
  shell: Shell,
  fileName: string,
  { line, place, reason, start }: LineProblem,
): void {
  const cut = start.length >= excerptLength ? '…' : ''
  say(
    shell,
    `${fileName}:${line}: ${showText(`${place}: ${reason}`)}\n    ${showText(start)}${cut}`,
  )
}
