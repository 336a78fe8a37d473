import type { PromptSeparator } from '@/lib/formats/format-names'

export const promptSeparatorLabels: Readonly<Record<PromptSeparator, string>> = {
  'blank-line': 'Blank line',
  'line-break': 'Line break',
  none: 'None',
}
