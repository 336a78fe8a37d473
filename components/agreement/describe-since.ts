import { formatNoun } from '@/lib/platform/format'

/** What has happened to the labels since a result was worked out, in sentences; null: nothing. */
export function describeSince({
  newLabellings,
  takenBack,
}: {
  newLabellings: number
  takenBack: number
}): string | null {
  const sentences = [
    newLabellings > 0 &&
      `${formatNoun(newLabellings, 'labelling has', 'labellings have')} come since.`,
    takenBack > 0 &&
      `${formatNoun(takenBack, 'labelling that it counts was', 'labellings that it counts were')} sent back or opened again since.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : sentences.join(' ')
}
