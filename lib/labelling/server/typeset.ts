import { typesetText } from '@/lib/problems/typeset-text'

/** A text as it is read, and as it came. */
export function typeset(source: string) {
  return { text: typesetText(source), source }
}
